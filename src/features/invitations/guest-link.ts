import { signId, unverifiedIdOf, verifySignedId } from "../../kernel/signed-id.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";

/** The path in front of a guest's secret. */
const PATH = "/i/";

/** The personal link of an access token. */
export async function linkFor(ctx: Pick<RequestContext, "config" | "keyring">, tokenId: string): Promise<string> {
  return linkOf(ctx, await guestTokenOf(ctx, tokenId));
}

/** The personal link around a secret that is already known to be good. */
export function linkOf(ctx: Pick<RequestContext, "config">, value: string): string {
  return `${ctx.config.PUBLIC_URL}${PATH}${value}`;
}

/** The secret in the link of an access token, 43 characters: derived from the id each time and stored nowhere. */
export async function guestTokenOf(ctx: Pick<RequestContext, "keyring">, tokenId: string): Promise<string> {
  return signId(await ctx.keyring.keysFor("guest_token"), tokenId);
}

/** The id of the access token behind a link's secret, or null for a malformed or forged one. Asks no storage. */
export async function verifyGuestToken(ctx: Pick<RequestContext, "keyring">, value: string): Promise<string | null> {
  return verifySignedId(await ctx.keyring.keysFor("guest_token"), value);
}

/** The same services on the database of the event that a link says to be for. The link is still to be opened. */
export function atLink(ctx: RequestContext, value: string): RequestContext {
  return onShardOf(ctx, unverifiedIdOf(value));
}
