import { fromBase64Url, toBase64Url, utf8 } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { noteUse, type PurposeKeys } from "../../kernel/keyring.ts";

/** Two base64url parts; an address has at most 254 characters, of which each takes up to four bytes. */
const PATTERN = /^([A-Za-z0-9_-]{4,1400})\.([A-Za-z0-9_-]{43})$/;

/**
 * The token of an unsubscribe link: base64url(address in lower case) `.` base64url(HMAC-SHA-256). It does not expire and
 * names no guest, so that a link in an old mail works after the guest was deleted.
 */
export async function signUnsubscribe(keys: PurposeKeys, address: string): Promise<string> {
  const key = utf8(emailKey(address));
  return `${toBase64Url(key)}.${toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", keys[0], key)))}`;
}

/** The address in lower case, or null for a token that is malformed or was not signed by one of these keys. */
export async function openUnsubscribe(keys: PurposeKeys, token: string): Promise<string | null> {
  const [, address = "", mac = ""] = PATTERN.exec(token) ?? [];
  const [signed, signature] = [fromBase64Url(address), fromBase64Url(mac)];
  if (signed === null || signature === null) return null;
  for (const key of keys) {
    if (!(await crypto.subtle.verify("HMAC", key, signature, signed))) continue;
    noteUse(key);
    return new TextDecoder().decode(signed);
  }
  return null;
}
