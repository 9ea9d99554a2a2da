import { fromBase64Url, toBase64Url, utf8 } from "./bytes.ts";
import { type PurposeKeys, reportEarlierKey } from "./keyring.ts";

const IV_BYTES = 12;
const KEY_ID_BYTES = 6;
const SEALED_PATTERN = /^([A-Za-z0-9_-]{8})\.([A-Za-z0-9_-]+)$/;

/** The result of `decryptText`. `isOutdated`: an earlier secret encrypted the text, so it should be encrypted again. */
export interface OpenedText {
  text: string;
  isOutdated: boolean;
}

/**
 * Encrypts a short text with AES-256-GCM under the newest key. For texts that must be read again, not only compared.
 * @param context authenticated with the text, such as the ID of its row: a copy in another row cannot be decrypted
 * @returns `<key id>.<base64url of iv ‖ ciphertext ‖ tag>`; the key ID tells which secret encrypted it
 */
export async function encryptText(keys: PurposeKeys, text: string, context: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const { id, key } = await sealingKeyOf(keys[0]);
  const parameters = { name: "AES-GCM", iv, additionalData: utf8(context) };
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(parameters, key, utf8(text)));
  const bytes = new Uint8Array(iv.length + ciphertext.length);
  bytes.set(iv, 0);
  bytes.set(ciphertext, iv.length);
  return `${id}.${toBase64Url(bytes)}`;
}

/** Decrypts a text. Returns null if none of these keys encrypted it for this context. */
export async function decryptText(keys: PurposeKeys, sealed: string, context: string): Promise<OpenedText | null> {
  const [, keyId, payload] = SEALED_PATTERN.exec(sealed) ?? [];
  const bytes = payload === undefined ? null : fromBase64Url(payload);
  if (bytes === null) return null;
  const parameters = { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES), additionalData: utf8(context) };
  for (const candidate of keys) {
    const { id, key } = await sealingKeyOf(candidate);
    if (id !== keyId) continue;
    try {
      const text = await crypto.subtle.decrypt(parameters, key, bytes.subarray(IV_BYTES));
      reportEarlierKey(candidate);
      return { text: new TextDecoder().decode(text), isOutdated: candidate !== keys[0] };
    } catch {
      return null;
    }
  }
  return null;
}

/** Returns the key ID with which the texts begin that the newest key encrypted. */
export async function sealingKeyId(keys: PurposeKeys): Promise<string> {
  return (await sealingKeyOf(keys[0])).id;
}

const SEALING_KEYS = new WeakMap<CryptoKey, Promise<{ id: string; key: CryptoKey }>>();

/** The keyring's keys only sign. HMAC is the expand step of HKDF (RFC 5869, section 2.3), so it derives from them. */
function sealingKeyOf(signingKey: CryptoKey): Promise<{ id: string; key: CryptoKey }> {
  const known = SEALING_KEYS.get(signingKey);
  if (known) return known;
  const derived = deriveSealingKey(signingKey);
  SEALING_KEYS.set(signingKey, derived);
  return derived;
}

async function deriveSealingKey(signingKey: CryptoKey): Promise<{ id: string; key: CryptoKey }> {
  const expand = (info: string) => crypto.subtle.sign("HMAC", signingKey, utf8(`${info}\u0001`));
  const key = await crypto.subtle.importKey("raw", await expand("AES-256-GCM"), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
  return { id: toBase64Url(new Uint8Array(await expand("key id")).subarray(0, KEY_ID_BYTES)), key };
}
