import type { BusMessage, BusMessageType } from "../proto/bus/messages.ts";
import { editLinkMail } from "./access/edit-link-mail.ts";
import { replyUndoneMail } from "./access/networks/reply-undone-mail.ts";
import { replyToMail } from "./events/reply-to/reply-to-mail.ts";
import { accountMail } from "./identity/mails/account-mail.ts";
import { accountNoticeMail } from "./identity/mails/account-notice-mail.ts";
import { invitationMail } from "./invitations/mails/invitation-mail.ts";
import { alertMail } from "./live/alerts/alert-mail.ts";
import type { MailDefinition } from "./platform/mail/define-mail.ts";
import { eventClosedMail } from "./privacy/event-closed-mail.ts";
import { challengeMail } from "./risk/challenges/challenge-mail.ts";
import { confirmationMail } from "./rsvp/mails/confirmation-mail.ts";
import { offerExpiredMail, seatConfirmedMail, seatOfferMail } from "./rsvp/mails/seat-mails.ts";
import { complaintMail } from "./sending/unsubscribe/complaint-mail.ts";
import { collaboratorInviteMail } from "./team/collaborator-invite-mail.ts";

/** Every email that a queue message asks for. */
export const MAILS = [
  accountMail,
  accountNoticeMail,
  alertMail,
  challengeMail,
  collaboratorInviteMail,
  complaintMail,
  confirmationMail,
  editLinkMail,
  eventClosedMail,
  invitationMail,
  offerExpiredMail,
  replyToMail,
  seatConfirmedMail,
  replyUndoneMail,
  seatOfferMail,
];

/** The types of queue messages that each ask for one email. */
export type MailMessageType = (typeof MAILS)[number]["message"];

/** Returns the email that a message asks for, if any. */
export function mailOf({ type }: BusMessage): MailDefinition<BusMessageType> | undefined {
  return MAILS.find(({ message }) => message === type);
}
