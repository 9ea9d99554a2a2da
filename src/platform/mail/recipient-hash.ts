import { emailKey } from "../../kernel/email-address.ts";
import { type Keyring, keyedHashes } from "../../kernel/keyring.ts";

/**
 * Pseudonym of a recipient in the `deliveries` table: HMAC-SHA-256 of the lower-cased address, 64 hex digits. Keyed,
 * because a plain hash can be reversed by trying addresses.
 * @returns the hash under the current platform secret, then under the previous one, which older rows have
 */
export async function recipientHashes(keyring: Keyring, address: string): Promise<[string, ...string[]]> {
  return keyedHashes(await keyring.keysFor("recipient_hash"), emailKey(address));
}
