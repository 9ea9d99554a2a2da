import type { BusMessage } from "../../proto/bus/messages.ts";
import { draftEditLink } from "../access/edit-link-mail.ts";
import type { RequestContext } from "../context.ts";
import { draftReplyTo } from "../events/reply-to/reply-to-mail.ts";
import { draftAccountMail } from "../identity/mails/account-mail.ts";
import { draftAccountNotice } from "../identity/mails/account-notice-mail.ts";
import { draftInvitation } from "../invitations/mails/invitation-mail.ts";
import { draftAlert } from "../live/alerts/alert-mail.ts";
import type { Draft } from "../platform/mail/draft.ts";
import { draftChallenge } from "../risk/challenges/challenge-mail.ts";
import { draftConfirmation } from "../rsvp/mails/confirmation-mail.ts";
import { draftOfferExpired, draftSeatOffer } from "../rsvp/mails/seat-mails.ts";
import { draftCollaboratorInvite } from "../team/collaborator-invite-mail.ts";

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
      return draftAlert(ctx, message.body);
    case "account.mail":
      return draftAccountMail(ctx, message.body);
    case "account.notice":
      return draftAccountNotice(ctx, message.body);
    case "challenge.send":
      return draftChallenge(ctx, message.body);
    case "collaborator_invite.send":
      return draftCollaboratorInvite(ctx, message.body);
    case "edit_link.send":
      return draftEditLink(ctx, message.body);
    case "invitation.send":
      return draftInvitation(ctx, message.body);
    case "reply_to.send":
      return draftReplyTo(ctx, message.body);
    case "rsvp.confirmed":
      return draftConfirmation(ctx, message.body);
    case "seat_offer.expired":
      return draftOfferExpired(ctx, message.body);
    case "seat_offer.send":
      return draftSeatOffer(ctx, message.body);
  }
}
