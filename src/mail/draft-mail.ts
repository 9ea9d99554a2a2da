import type { BusMessage } from "../../proto/bus/messages.ts";
import { editLinkMail } from "../access/edit-link-mail.ts";
import type { RequestContext } from "../context.ts";
import { replyToMail } from "../events/reply-to/reply-to-mail.ts";
import { accountMail } from "../identity/mails/account-mail.ts";
import { accountNoticeMail } from "../identity/mails/account-notice-mail.ts";
import { invitationMail } from "../invitations/mails/invitation-mail.ts";
import { alertMail } from "../live/alerts/alert-mail.ts";
import type { Draft } from "../platform/mail/draft.ts";
import { challengeMail } from "../risk/challenges/challenge-mail.ts";
import { confirmationMail } from "../rsvp/mails/confirmation-mail.ts";
import { offerExpiredMail, seatOfferMail } from "../rsvp/mails/seat-mails.ts";
import { collaboratorInviteMail } from "../team/collaborator-invite-mail.ts";

const MAIL_TYPES = [
  "alert.send",
  "account.mail",
  "account.notice",
  "challenge.send",
  "collaborator_invite.send",
  "edit_link.send",
  "invitation.send",
  "reply_to.send",
  "rsvp.confirmed",
  "seat_offer.expired",
  "seat_offer.send",
] as const;

/** The queue messages that each ask for one mail. */
export type MailMessage = Extract<BusMessage, { type: (typeof MAIL_TYPES)[number] }>;

export function isMail(message: BusMessage): message is MailMessage {
  return (MAIL_TYPES as readonly string[]).includes(message.type);
}

/** Drafts the mail of a queue message from the state of the database now, in one round trip. */
export function draftMail(ctx: RequestContext, message: MailMessage): Promise<Draft> {
  switch (message.type) {
    case "alert.send":
      return alertMail.draft(ctx, message.body);
    case "account.mail":
      return accountMail.draft(ctx, message.body);
    case "account.notice":
      return accountNoticeMail.draft(ctx, message.body);
    case "challenge.send":
      return challengeMail.draft(ctx, message.body);
    case "collaborator_invite.send":
      return collaboratorInviteMail.draft(ctx, message.body);
    case "edit_link.send":
      return editLinkMail.draft(ctx, message.body);
    case "invitation.send":
      return invitationMail.draft(ctx, message.body);
    case "reply_to.send":
      return replyToMail.draft(ctx, message.body);
    case "rsvp.confirmed":
      return confirmationMail.draft(ctx, message.body);
    case "seat_offer.expired":
      return offerExpiredMail.draft(ctx, message.body);
    case "seat_offer.send":
      return seatOfferMail.draft(ctx, message.body);
  }
}
