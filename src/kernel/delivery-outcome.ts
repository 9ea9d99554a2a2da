/**
 * Why an email or a text message did not arrive, as every surface says it:
 * - `unknown_address`: the address does not exist, so the host has to correct it;
 * - `mailbox_full`: the mailbox exists and takes no emails now;
 * - `rejected`: the recipient's mail server rejects the email, for example as spam or by its policy;
 * - `temporary`: the mail server did not accept the email in time, so another attempt can succeed;
 * - `not_sent`: nothing was sent, for another reason.
 */
export const DELIVERY_CAUSES = ["unknown_address", "mailbox_full", "rejected", "temporary", "not_sent"] as const;

export type DeliveryCause = (typeof DELIVERY_CAUSES)[number];

/** RFC 3463: 5.1.x is about the address of the recipient. */
const ENHANCED_CODE = /\b[45]\.(\d{1,3})\.(\d{1,3})\b/;
/** RFC 5321 §4.2.3: mailbox unavailable, not local, or its name not allowed. */
const MAILBOX_CODE = /^55[013]\b/;
/** A final reply of a mail server. */
const FINAL_REPLY = /^5\d\d\b/;
const TEMPORARY_REPLY = /^4\d\d\b|timeout|connection|ECONN/i;
/** Words with which servers that send no enhanced code reject the sender or the content, and not the address. */
const POLICY_WORDS =
  /spam|polic|reputation|block ?list|blacklist|blocked|banned|dmarc|\bspf\b|dkim|relay|content|virus/i;
const FULL = /full|quota|over ?limit|insufficient storage/i;

/**
 * True if a server's reply means that the recipient does not exist, which counts as a bounce. A rejection for another
 * reason, such as Usher's reputation or a full mailbox, does not count against the sender.
 * @param reply such as `550 5.1.1 no such user`, or null
 */
export function isUnknownRecipient(reply: string | null): boolean {
  if (reply === null || !reply.startsWith("5")) return false;
  const [, subject, detail] = ENHANCED_CODE.exec(reply) ?? [];
  // 5.1.7 and 5.1.8 are about the address of the sender.
  if (subject !== undefined) return subject === "1" && detail !== "7" && detail !== "8";
  return MAILBOX_CODE.test(reply) && !POLICY_WORDS.test(reply) && !FULL.test(reply);
}

/**
 * Returns the status of a delivery as every surface shows it. One word for one outcome: an email that the recipient's
 * server rejected is `bounced`, whether it did so immediately (stored as `failed`, which limits do not count) or with a
 * later report. `failed`: Usher could not hand the message over.
 */
export function shownStatus<Status extends string>(status: Status, reason: string | null): Status | "bounced" {
  return status === "failed" && reason !== null && FINAL_REPLY.test(reason) ? "bounced" : status;
}

/** The condition of `shownStatus` for a stored reason, as a GLOB of SQLite. */
export const REJECTED_GLOB = "5[0-9][0-9]*";

/**
 * Returns why a message did not arrive. Null if it did, or if its status says it all.
 * @param reason the server's reply, the provider's type of bounce, or a code of the service
 */
export function causeOf(status: string, reason: string | null): DeliveryCause | null {
  const shown = shownStatus(status, reason);
  if (shown === "bounced") return causeOfBounce(reason);
  if (shown !== "failed") return null;
  return reason !== null && TEMPORARY_REPLY.test(reason) ? "temporary" : "not_sent";
}

/**
 * Returns a stored delivery as every surface shows it: its status, the server's reply or the provider's type of bounce,
 * and why it did not arrive.
 */
export function outcomeOf<Status extends string>({
  status,
  reason,
  bounceType,
}: {
  status: Status;
  reason: string | null;
  bounceType: string | null;
}) {
  const why = reason ?? bounceType;
  return { status: shownStatus(status, reason), reason: why, cause: causeOf(status, why) };
}

/** Returns why the recipient's server rejected an email. @param reason its reply, or the provider's type of bounce */
export function causeOfBounce(reason: string | null): DeliveryCause {
  const text = reason ?? "";
  if (isUnknownRecipient(text)) return "unknown_address";
  const type = text.toLowerCase();
  if (type === "permanent" || type === "hardbounce") return "unknown_address";
  if (type === "transient" || type === "softbounce") return "temporary";
  const [, subject, detail] = ENHANCED_CODE.exec(text) ?? [];
  const isFull =
    subject === "2" ? detail === "2" : subject === undefined && (FULL.test(text) || text.startsWith("552"));
  if (isFull) return "mailbox_full";
  return text.startsWith("4") ? "temporary" : "rejected";
}
