import type { RequestContext } from "../context.ts";
import { notFound } from "../kernel/errors.ts";
import { unverifiedIdOf } from "../kernel/signed-id.ts";
import type { PresentedSecret } from "../platform/secrets/queries.ts";
import { secretHash } from "../platform/secrets/secrets.ts";
import { onShardOf } from "../platform/shards/on-shard.ts";

/** The same context on the shard that a token names. The token is not verified by this. */
export function onShardOfInvite(ctx: RequestContext, value: string): RequestContext {
  return onShardOf(ctx, unverifiedIdOf(value));
}

/**
 * The secret of an invite's link, after checking its signature. No I/O.
 * @throws AppError 404 for a forged one
 */
export async function requireInvite(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  value: string,
): Promise<PresentedSecret> {
  const hash = await secretHash(ctx, "collaborator_invite", value);
  if (hash === null) throw notFound();
  return { hash, kind: "collaborator_invite", now: ctx.clock.now() };
}
