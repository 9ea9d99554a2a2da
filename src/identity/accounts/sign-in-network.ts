import { addressBlock } from "../../kernel/cidr.ts";
import { type Keyring, keyedHashes } from "../../kernel/keyring.ts";

/**
 * Pseudonym of the network that a client signs in from, for one user: keyed, because a plain hash of an address can be
 * reversed by trying all addresses.
 * @returns the hash under the current platform secret, then under earlier ones
 */
export async function networkHashes(keyring: Keyring, userId: string, address: string): Promise<[string, ...string[]]> {
  return keyedHashes(await keyring.keysFor("sign_in_network"), `${userId} ${addressBlock(address)}`);
}
