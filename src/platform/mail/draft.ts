import type { RequestContext } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import type { deliveries } from "../../db/schema/messages.ts";
import type { UnsentReason } from "../../kernel/unsent-reasons.ts";
import type { LiveActivity } from "../outbox/store-activities.ts";
import type { Purpose } from "./purposes.ts";

/** The kinds of single emails. Messages to many guests have their own, see `BULK_KINDS`. */
export const MAIL_KINDS = [
  "verify_email",
  "reset_password",
  "account_locked",
  "already_registered",
  "change_email",
  "account_notice",
  "invitation",
  "confirmation",
  "edit_link",
  "challenge",
  "event_alert",
  "seat_offer",
  "offer_expired",
  "reply_undone",
  "event_closed",
  "collaborator_invite",
  "confirm_reply_to",
  "lost_links",
  "complaint_code",
  "test",
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * Recipient of an email. `id` is the guest's, the user's or the invite's, so that it is the same for each repetition of
 * a message.
 */
export type EmailRecipient = Pick<typeof deliveries.$inferSelect, "eventId" | "guestId" | "userId"> & {
  id: string;
  address: string;
  /** The hosts whose emails its link to unsubscribe stops. Empty for an email that has no such link. */
  hostIds: readonly string[];
};

type Mail = Parameters<RequestContext["mail"]["send"]>[0];

/** An email without its recipient, and without the headers that its purpose decides. */
export type EmailContent = Pick<Mail, "fromName" | "replyTo" | "subject" | "html" | "text" | "attachments">;

/** The final outcome of an email, and the server's words. */
export interface MailOutcome {
  status: "sent" | "failed";
  reason: string | null;
}

/** An email that is to be sent. */
export interface Email {
  kind: MailKind;
  purpose: Purpose;
  recipient: EmailRecipient;
  /** `sms`: a text message, which contains only `text`. Default: an email. */
  channel?: "sms";
  /** It invites to an event, so the limits on invitations apply. */
  invites?: true;
  /** The request that caused it has counted it in the host's budget. */
  isReserved?: boolean;
  /** Renders it from what the draft has read. @param unsubscribeUrl the link of its purpose, for its footer */
  render(unsubscribeUrl: string | undefined): Promise<EmailContent>;
  /** Returns the activity of the outcome, for the event's monitors. */
  activityOf?(outcome: MailOutcome, at: number): LiveActivity;
  /** Called after it was stopped before the provider, or refused by it. */
  onUnsent?(): Promise<void>;
  /** Further statements for the batch that records the outcome. `at` in epoch milliseconds. */
  onOutcome?(outcome: MailOutcome, at: number): Statement[];
}

/** Why an email that was requested is not sent any more. */
export type SkipReason = UnsentReason | "account_unverified" | "account_verified" | "link_expired" | "link_used";

/** The result of a queue message, by the current state of the database. */
export type Draft =
  | { status: "ready"; email: Email }
  | { status: "skipped"; kind: MailKind; purpose: Purpose; recipient: EmailRecipient; reason: SkipReason }
  | { status: "no_recipient" };
