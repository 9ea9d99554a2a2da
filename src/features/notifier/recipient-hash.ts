import { utf8 } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";
import type { Keyring } from "../../kernel/keyring.ts";

/**
 * Pseudonym of a recipient in the `deliveries` table: HMAC-SHA-256 of the lower-cased address, 64 hex digits. Keyed,
 * because a plain hash can be reversed by trying addresses.
 * @returns the hash under the current platform secret, then under the previous one, which older rows have
 */
export async function recipientHashes(keyring: Keyring, address: string): Promise<[string, ...string[]]> {
  const [current, ...previous] = await keyring.keysFor("recipient_hash");
  const hashWith = async (key: CryptoKey): Promise<string> =>
    new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(emailKey(address)))).toHex();
  return Promise.all([hashWith(current), ...previous.map(hashWith)]);
}
