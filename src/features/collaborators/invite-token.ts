import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { signId, unverifiedIdOf, verifySignedId } from "../../kernel/signed-id.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";

/** Lifetime of an invite, in milliseconds. */
export const INVITE_TTL_MS = 7 * DAY_MS;

/** The token of a new invite: its id goes into the queue message, its hash is stored, its value is only in the mail. */
export async function newInviteToken(
  ctx: Pick<RequestContext, "keyring" | "clock" | "shard">,
): Promise<{ id: string; tokenHash: string }> {
  const id = newId(ctx.clock.now(), ctx.shard);
  return { id, tokenHash: await sha256Hex(await signId(await ctx.keyring.keysFor("collaborator_invite"), id)) };
}

/** The id in an invite token, or null for a forged one. No I/O. */
export async function verifyInviteToken(ctx: Pick<RequestContext, "keyring">, value: string): Promise<string | null> {
  return verifySignedId(await ctx.keyring.keysFor("collaborator_invite"), value);
}

/** The same context on the shard that a token names. The token is not verified by this. */
export function onShardOfInvite(ctx: RequestContext, value: string): RequestContext {
  return onShardOf(ctx, unverifiedIdOf(value));
}

/**
 * The stored hash of an invite token, after checking its signature. No I/O.
 * @throws AppError 404 for a forged one
 */
export async function verifiedTokenHash(ctx: Pick<RequestContext, "keyring">, value: string): Promise<string> {
  if ((await verifyInviteToken(ctx, value)) === null) throw notFound();
  return sha256Hex(value);
}
