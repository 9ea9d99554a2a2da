/** The sender of emails, parsed: `Usher <hello@example.com>`. */
export interface Sender {
  /** Display name, or empty. */
  name: string;
  address: string;
  /** Right of the last `@`; also the right-hand side of Message-IDs. */
  domain: string;
}

/** A display name in `"…"` needs no escapes without these, and none of them belongs into a name. */
const UNQUOTABLE = /["\\<>]/g;

/** The sender of one email: under another display name where the email has one. The address stays. */
export function senderOf(sender: Sender, fromName: string | undefined): Sender {
  const name = fromName?.replace(UNQUOTABLE, "").trim() ?? "";
  return name === "" ? sender : { ...sender, name };
}

/** `"Name" <address>`, as mail APIs take it, or the address alone. */
export function formatSender({ name, address }: Sender): string {
  return name === "" ? address : `"${name.replace(UNQUOTABLE, "")}" <${address}>`;
}

const NAMED = /^\s*"?([^"<>\r\n]*?)"?\s*<([^<>\s]+@[^<>\s@]+)>\s*$/u;
const BARE = /^\s*([^<>\s"(),]+@[^<>\s@"(),]+)\s*$/u;

/**
 * Reads the configured sender (EMAIL_FROM), `Name <address>` or a bare address.
 * @throws Error that names the setting. The configuration is checked at start, so a later error is a programming error
 */
export function parseSender(from: string): Sender {
  const named = NAMED.exec(from);
  const address = named?.[2] ?? BARE.exec(from)?.[1];
  if (address === undefined) throw new Error("EMAIL_FROM must be an address or `Name <address>`");
  return { name: named?.[1] ?? "", address, domain: address.slice(address.lastIndexOf("@") + 1) };
}
