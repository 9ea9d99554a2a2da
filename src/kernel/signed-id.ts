import { fromBase64Url, sameBytes, toBase64Url } from "./bytes.ts";
import { idFromBytes, idToBytes } from "./ids.ts";
import { type PurposeKeys, reportEarlierKey } from "./keyring.ts";
import { tidyToken } from "./link-token.ts";

const ID_BYTES = 16;
/** 128 bits of the HMAC: forging one takes 2^127 tries on average, and the link stays short enough to read aloud. */
const MAC_BYTES = 16;
/** base64url of 32 bytes. */
const VALUE_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/**
 * A secret that carries its own ID: base64url(id ‖ HMAC-SHA-256(id), truncated to 16 bytes), 43 characters. Guest
 * links, refresh tokens and emailed one-time links have this form. Each is verified before any storage access, and none
 * has to be stored to be sent again. There is no room for the name of the key, so each key is tried; see
 * docs/decisions/0011-key-ids.md.
 */
export async function signId(keys: PurposeKeys, id: string): Promise<string> {
  return signWith(keys[0], id);
}

/** The ID inside, or null when the value is malformed or not signed by one of these keys. */
export async function verifySignedId(keys: PurposeKeys, value: string): Promise<string | null> {
  if (!VALUE_PATTERN.test(value)) return null;
  const bytes = fromBase64Url(value);
  if (bytes === null) return null;
  const id = bytes.subarray(0, ID_BYTES);
  for (const key of keys) {
    if (!sameBytes(await truncatedMac(key, id), bytes.subarray(ID_BYTES))) continue;
    reportEarlierKey(key);
    return idFromBytes(id);
  }
  return null;
}

/** The ID inside the token of a link, without verification: only to find the shard of a lookup. */
export function unverifiedIdOf(text: string): string | null {
  const value = tidyToken(text);
  const bytes = VALUE_PATTERN.test(value) ? fromBase64Url(value) : null;
  return bytes === null ? null : idFromBytes(bytes.subarray(0, ID_BYTES));
}

/** The ID signed by every key: after a change of secrets, the value in an email may be an older key's. */
export async function signedForms(keys: PurposeKeys, id: string): Promise<string[]> {
  return Promise.all(keys.map((key) => signWith(key, id)));
}

async function signWith(key: CryptoKey, id: string): Promise<string> {
  const bytes = new Uint8Array(ID_BYTES + MAC_BYTES);
  bytes.set(idToBytes(id), 0);
  bytes.set(await truncatedMac(key, bytes.slice(0, ID_BYTES)), ID_BYTES);
  return toBase64Url(bytes);
}

async function truncatedMac(key: CryptoKey, id: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, id)).subarray(0, MAC_BYTES);
}
