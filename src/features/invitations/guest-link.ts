import { signId, unverifiedIdOf, verifySignedId } from "../../kernel/signed-id.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { Services } from "../../services.ts";

/** The path in front of a guest's secret. */
const PATH = "/i/";

/** The personal link of an access token. */
export async function linkFor(services: Pick<Services, "config" | "keyring">, tokenId: string): Promise<string> {
  return linkOf(services, await guestTokenOf(services, tokenId));
}

/** The personal link around a secret that is already known to be good. */
export function linkOf(services: Pick<Services, "config">, value: string): string {
  return `${services.config.PUBLIC_URL}${PATH}${value}`;
}

/** The secret in the link of an access token, 43 characters: derived from the id each time and stored nowhere. */
export async function guestTokenOf(services: Pick<Services, "keyring">, tokenId: string): Promise<string> {
  return signId(await services.keyring.keysFor("guest_token"), tokenId);
}

/** The id of the access token behind a link's secret, or null for a malformed or forged one. Asks no storage. */
export async function verifyGuestToken(services: Pick<Services, "keyring">, value: string): Promise<string | null> {
  return verifySignedId(await services.keyring.keysFor("guest_token"), value);
}

/** The same services on the database of the event that a link says to be for. The link is still to be opened. */
export function atLink(services: Services, value: string): Services {
  return onShardOf(services, unverifiedIdOf(value));
}
