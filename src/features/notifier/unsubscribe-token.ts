import { fromBase64Url, toBase64Url, utf8 } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { noteUse, type PurposeKeys } from "../../kernel/keyring.ts";
import type { RequestContext } from "../../request-context.ts";

/** Two base64url parts; an address has at most 254 characters, of which each takes up to four bytes. */
const PATTERN = /^([A-Za-z0-9_-]{4,1500})\.([A-Za-z0-9_-]{43})$/;

/** Between the address and the host's id. No address has it. */
const SEPARATOR = "\n";

/** What an unsubscribe link is about. */
export interface Subscription {
  /** The address in lower case. */
  emailKey: string;
  /** The host whose emails it ends. */
  hostId: string;
}

/**
 * The token of an unsubscribe link: base64url(address in lower case, line feed, id of the host) `.`
 * base64url(HMAC-SHA-256). It does not expire and names no guest, so that a link in an old mail works after the guest was
 * deleted.
 */
export async function signUnsubscribe(
  keys: PurposeKeys,
  { address, hostId }: { address: string; hostId: string },
): Promise<string> {
  const text = utf8(`${emailKey(address)}${SEPARATOR}${hostId}`);
  return `${toBase64Url(text)}.${toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", keys[0], text)))}`;
}

/** What a token is about, or null for one that is malformed or was not signed by one of these keys. */
export async function openUnsubscribe(keys: PurposeKeys, token: string): Promise<Subscription | null> {
  const [, text = "", mac = ""] = PATTERN.exec(token) ?? [];
  const [signed, signature] = [fromBase64Url(text), fromBase64Url(mac)];
  if (signed === null || signature === null) return null;
  for (const key of keys) {
    if (!(await crypto.subtle.verify("HMAC", key, signature, signed))) continue;
    noteUse(key);
    const [address = "", hostId = ""] = new TextDecoder().decode(signed).split(SEPARATOR);
    return { emailKey: address, hostId };
  }
  return null;
}

/**
 * The URL where a recipient ends the invitations, reminders and broadcasts of a host: a page in a browser, which offers
 * all hosts as a second choice, and one click in a mail client.
 */
export async function unsubscribeUrl(
  { config, keyring }: Pick<RequestContext, "config" | "keyring">,
  about: { address: string; hostId: string },
): Promise<string> {
  const token = await signUnsubscribe(await keyring.keysFor("unsubscribe"), about);
  return `${config.PUBLIC_URL}/unsubscribe?token=${token}`;
}

/** The headers from which a mail client makes its "unsubscribe" button (RFC 2369 and 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
