import { toBase64Url, utf8 } from "./bytes.ts";

/** One key per purpose, so that a value signed for one purpose is not accepted for another. */
export type KeyPurpose =
  | "session"
  | "session_cookie"
  | "refresh_token"
  | "one_time_token"
  | "guest_token"
  | "guest_device"
  | "edit_nonce"
  | "challenge_code"
  | "access_report"
  | "collaborator_invite"
  | "complaint_code"
  | "reply_to"
  | "door_code"
  | "door_jwt"
  | "scanner"
  | "door_list"
  | "live_ticket"
  | "unsubscribe"
  | "alerts"
  | "audit_head"
  | "proof_of_work"
  | "recipient_hash"
  | "sign_in_network"
  | "factor_token"
  | "passkey_challenge"
  | "totp_secret"
  | "api_key"
  | "webhook_secret";

/** Shorter secrets are rejected when the keyring is built: HS256 wants a key as long as its hash (RFC 7518, 3.2). */
export const MIN_SECRET_BYTES = 32;

/** HMAC-SHA-256 keys of one purpose, newest first: the first signs, all verify. */
export type PurposeKeys = readonly [CryptoKey, ...CryptoKey[]];

export interface Keyring {
  /** @throws never: the secrets were checked when the keyring was built */
  keysFor(purpose: KeyPurpose): Promise<PurposeKeys>;
}

/** HMAC-SHA-256 of a text under each key, in hex: under the current platform secret, then under earlier ones. */
export function keyedHashes([current, ...earlier]: PurposeKeys, text: string): Promise<[string, ...string[]]> {
  const hashWith = async (key: CryptoKey): Promise<string> =>
    new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(text))).toHex();
  return Promise.all([hashWith(current), ...earlier.map(hashWith)]);
}

/** Called when something verifies that an earlier secret signed. */
export type OnEarlierKey = (purpose: KeyPurpose, key: CryptoKey) => void;

/** Callbacks for the keys of earlier secrets. */
const EARLIER_KEYS = new WeakMap<CryptoKey, () => void>();

/** Four characters in base64url: enough to tell the two keys of a purpose apart, and a door code stays easy to scan. */
const KEY_ID_BYTES = 3;

const KEY_IDS = new WeakMap<CryptoKey, Promise<string>>();

/**
 * Reports the use of an earlier secret's key. Call it with the key that verified, after trying the keys of a purpose.
 */
export function reportEarlierKey(key: CryptoKey): void {
  EARLIER_KEYS.get(key)?.();
}

/**
 * Derives every key of the service from its platform secrets with HKDF-SHA-256 (RFC 5869).
 * @param secrets the current one first; earlier ones still verify and never sign
 * @param onEarlierKey called with each use of an earlier secret's key
 * @throws RangeError for a secret under 32 bytes
 */
export function createKeyring(secrets: readonly [string, ...string[]], onEarlierKey?: OnEarlierKey): Keyring {
  for (const secret of secrets) {
    if (utf8(secret).length < MIN_SECRET_BYTES) {
      throw new RangeError(`a platform secret has at least ${MIN_SECRET_BYTES} bytes`);
    }
  }
  const derived = new Map<KeyPurpose, Promise<PurposeKeys>>();
  return {
    keysFor(purpose) {
      const known = derived.get(purpose);
      if (known) return known;
      const [current, ...previous] = secrets;
      const earlier = previous.map(async (secret) => {
        const key = await deriveKey(secret, purpose);
        EARLIER_KEYS.set(key, () => onEarlierKey?.(purpose, key));
        return key;
      });
      const keys = Promise.all([deriveKey(current, purpose), ...earlier]);
      derived.set(purpose, keys);
      return keys;
    },
  };
}

async function deriveKey(secret: string, purpose: KeyPurpose): Promise<CryptoKey> {
  const master = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: utf8("usher"), info: utf8(purpose) },
    master,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign", "verify"],
  );
}

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
