import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { signId, unverifiedIdOf, verifySignedId } from "../../kernel/signed-id.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";

/** How long an invite can be accepted, in milliseconds. */
export const INVITE_TTL_MS = 7 * DAY_MS;

/** The secret of a new invite: its id travels on the bus, its hash is stored, the value exists in the mail alone. */
export async function newInviteToken(
  ctx: Pick<RequestContext, "keyring" | "clock" | "shard">,
): Promise<{ id: string; tokenHash: string }> {
  const id = newId(ctx.clock.now(), ctx.shard);
  return { id, tokenHash: await sha256Hex(await signId(await ctx.keyring.keysFor("collaborator_invite"), id)) };
}

/** The id inside the secret of an invite, or null for a value that was never one. Costs no I/O. */
export async function verifyInviteToken(ctx: Pick<RequestContext, "keyring">, value: string): Promise<string | null> {
  return verifySignedId(await ctx.keyring.keysFor("collaborator_invite"), value);
}

/** The same services on the database of the event that a secret says to be for. The secret is still to be opened. */
export function onShardOfInvite(ctx: RequestContext, value: string): RequestContext {
  return onShardOf(ctx, unverifiedIdOf(value));
}

/**
 * The hash under which the invite of a presented secret is stored. Costs no I/O.
 * @throws AppError 404 for a value that was never one
 */
export async function verifiedTokenHash(ctx: Pick<RequestContext, "keyring">, value: string): Promise<string> {
  if ((await verifyInviteToken(ctx, value)) === null) throw notFound();
  return sha256Hex(value);
}

/** 410, the same words for an invite that was accepted, replaced or taken back, that is too old, or whose event is closed. */
export function inviteGone(): AppError {
  return new AppError("invite_gone");
}
