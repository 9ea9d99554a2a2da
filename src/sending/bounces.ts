/** RFC 3463: 5.1.x is about the address of the recipient. */
const ENHANCED_CODE = /\b5\.(\d{1,3})\.\d{1,3}\b/;
/** RFC 5321 §4.2.3: mailbox unavailable, not local, or its name not allowed. */
const MAILBOX_CODE = /^55[013]\b/;

/**
 * True if a server's reply means that the recipient does not exist, which counts as a bounce. A rejection for another
 * reason, such as Usher's reputation or a full mailbox, does not count against the sender.
 * @param reply such as `550 5.1.1 no such user`, or null
 */
export function isUnknownRecipient(reply: string | null): boolean {
  if (reply === null) return false;
  const [, subject] = ENHANCED_CODE.exec(reply) ?? [];
  return subject === undefined ? MAILBOX_CODE.test(reply) : subject === "1";
}
