import type { Statement } from "../../db/client.ts";
import type { RequestContext } from "../../request-context.ts";

/** What sort of mail a delivery is. */
export type MailKind =
  | "verify_email"
  | "reset_password"
  | "account_locked"
  | "already_registered"
  | "invitation"
  | "confirmation"
  | "edit_link"
  | "collaborator_invite";

/** Whom a mail is for. `id` is the guest's, the user's or the invite's: the same however often a message comes. */
export interface Recipient {
  id: string;
  address: string;
  eventId: string | null;
  guestId: string | null;
  userId: string | null;
}

type Mail = Parameters<RequestContext["mail"]["send"]>[0];

/** A mail but for whom it goes to. */
export type MailText = Pick<Mail, "subject" | "html" | "text" | "headers" | "attachments">;

/** A mail that is owed. */
export interface Letter {
  kind: MailKind;
  recipient: Recipient;
  /** Renders it from the state that the draft has read. */
  write(): Promise<MailText>;
  /** What else becomes true when it has left, for the batch that notes it. `sentAt` in epoch milliseconds. */
  onSent?(sentAt: number): Statement[];
}

/** Why a mail that was asked for is not owed any more. */
export type Withheld =
  | "account_verified"
  | "bounced"
  | "complained"
  | "event_closed"
  | "link_expired"
  | "link_replaced"
  | "link_used"
  | "no_answer"
  | "unsubscribed";

/**
 * What a message comes to, by the state of the database at this moment: a mail, a mail that must not be sent any
 * more, or nobody to write to.
 */
export type Draft =
  | { status: "owed"; letter: Letter }
  | { status: "withheld"; kind: MailKind; recipient: Recipient; reason: Withheld }
  | { status: "nobody" };

export const NOBODY: Draft = { status: "nobody" };
