import type { Mail, MailOutcome } from "./mail.ts";

/** Headers that other fields of an email set, or that decide where it goes: callers may not set them. */
const RESERVED_HEADERS = new Set([
  "bcc",
  "cc",
  "content-transfer-encoding",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "reply-to",
  "resent-bcc",
  "resent-cc",
  "resent-from",
  "resent-to",
  "return-path",
  "sender",
  "subject",
  "to",
]);

// One mailbox: without the characters that start a second address, a comment or a route.
const BARE_ADDRESS = /^[^\s@<>(),:;"\\[\]]{1,64}@[^\s@<>(),:;"\\[\]]{1,253}$/u;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/u;

/**
 * Defence in depth against header injection, for every backend. A line break in a header starts a new header (CWE-93),
 * and a comma in a recipient starts a second recipient. The request schemas already reject such input.
 * @returns the rejection, or null when the email is safe to send
 */
export function refuseUnsafe(mail: Mail): MailOutcome | null {
  const problem = unsafePart(mail);
  return problem === null ? null : { status: "refused", reason: `not sent: ${problem}` };
}

function unsafePart(mail: Mail): string | null {
  if (!BARE_ADDRESS.test(mail.to) || CONTROL.test(mail.to)) return "the recipient is not one plain address";
  if (CONTROL.test(mail.fromName ?? "")) return "control character in the sender's name";
  if (mail.replyTo !== undefined && (!BARE_ADDRESS.test(mail.replyTo) || CONTROL.test(mail.replyTo))) {
    return "the address for replies is not one plain address";
  }
  if (CONTROL.test(mail.subject)) return "control character in the subject";
  if (mail.idempotencyKey.length === 0 || mail.idempotencyKey.length > 256) return "no usable idempotency key";
  if (CONTROL.test(mail.idempotencyKey)) return "control character in the idempotency key";
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!HEADER_NAME.test(name)) return "malformed header name";
    if (RESERVED_HEADERS.has(name.toLowerCase())) return `header ${name} is reserved`;
    if (CONTROL.test(value)) return `control character in header ${name}`;
  }
  for (const file of mail.attachments ?? []) {
    const labels = [file.filename, file.contentType, file.contentId ?? "", file.method ?? ""];
    if (labels.some((label) => CONTROL.test(label))) return "control character in an attachment's label";
  }
  return null;
}
