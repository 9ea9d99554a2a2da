const IV_BYTES = 12;
const encoder = new TextEncoder();

/** Encrypts a value as JSON with AES-GCM. @returns iv ‖ ciphertext */
export async function seal(key: CryptoKey, value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = encoder.encode(JSON.stringify(value));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text));
  const joined = new Uint8Array(IV_BYTES + sealed.length);
  joined.set(iv);
  joined.set(sealed, IV_BYTES);
  return joined;
}

/** Decrypts a value with the first key that fits, or returns undefined. The caller knows the value's type. */
export async function unseal<T>(keys: readonly CryptoKey[], sealed: Uint8Array<ArrayBuffer>): Promise<T | undefined> {
  const iv = sealed.subarray(0, IV_BYTES);
  for (const key of keys) {
    try {
      const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed.subarray(IV_BYTES));
      return JSON.parse(new TextDecoder().decode(text));
    } catch {
      // Encrypted with another key, or damaged.
    }
  }
  return undefined;
}

/** Imports an AES-GCM key as not extractable. */
export function aesKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** A key that only the holder of the scanner's ticket can derive (HKDF-SHA-256). */
export async function keyOfTicket(ticket: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(ticket), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: encoder.encode("usher scanner"), info: new Uint8Array() };
  return crypto.subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}
