import { utf8 } from "./bytes.ts";
import type { KeyPurpose } from "./key-purpose.ts";

/** Shorter secrets are refused when the keyring is built: HS256 wants a key as long as its hash (RFC 7518, 3.2). */
export const MIN_SECRET_BYTES = 32;

/** HMAC-SHA-256 keys of one purpose, newest first: the first signs, all verify. */
export type PurposeKeys = readonly [CryptoKey, ...CryptoKey[]];

export interface Keyring {
  /** @throws never: the secrets were checked when the keyring was built */
  keysFor(purpose: KeyPurpose): Promise<PurposeKeys>;
}

/** Called when something verifies that an earlier secret signed. */
export type OnEarlierKey = (purpose: KeyPurpose, key: CryptoKey) => void;

/** What to call for the keys of earlier secrets. */
const EARLIER_KEYS = new WeakMap<CryptoKey, () => void>();

/** To be called with the key that something verified with, by whoever tries the keys of a purpose one after the other. */
export function noteUse(key: CryptoKey): void {
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
