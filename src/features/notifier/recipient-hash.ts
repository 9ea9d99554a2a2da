import { utf8 } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";
import type { Keyring } from "../../kernel/keyring.ts";

/**
 * How a recipient is known in what the notifier keeps: HMAC-SHA-256 of the lower-cased address, 64 hex digits. Keyed,
 * because the hash of an address alone is undone by trying addresses.
 */
export async function recipientHash(keyring: Keyring, address: string): Promise<string> {
  const [key] = await keyring.keysFor("recipient_hash");
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(emailKey(address)))).toHex();
}
