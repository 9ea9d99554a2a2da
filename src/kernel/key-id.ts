import { toBase64Url, utf8 } from "./bytes.ts";

/** Four characters in base64url: enough to tell the two keys of a purpose apart, and a door code stays easy to scan. */
const KEY_ID_BYTES = 3;

const KEY_IDS = new WeakMap<CryptoKey, Promise<string>>();

/** A name of a signing key of the keyring, which says nothing about it: the `kid` in the header of a JWT. */
export function keyIdOf(key: CryptoKey): Promise<string> {
  const known = KEY_IDS.get(key);
  if (known) return known;
  const id = crypto.subtle
    .sign("HMAC", key, utf8("key id\u0001"))
    .then((mac) => toBase64Url(new Uint8Array(mac).subarray(0, KEY_ID_BYTES)));
  KEY_IDS.set(key, id);
  return id;
}
