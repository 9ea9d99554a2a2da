import { utf8 } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";
import type { Keyring } from "../../kernel/keyring.ts";

/**
 * How a recipient is known in what the notifier keeps: HMAC-SHA-256 of the lower-cased address, 64 hex digits. Keyed,
 * because the hash of an address alone is undone by trying addresses.
 * @returns under the current platform secret first, then under the one before it: what was kept then is still found
 */
export async function recipientHashes(keyring: Keyring, address: string): Promise<[string, ...string[]]> {
  const [current, ...previous] = await keyring.keysFor("recipient_hash");
  const hashWith = async (key: CryptoKey): Promise<string> =>
    new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(emailKey(address)))).toHex();
  return Promise.all([hashWith(current), ...previous.map(hashWith)]);
}
