import type { RequestContext } from "../../context.ts";
import { type BatchResults, type NamedStatements, runBatch, runBatchGroups } from "../../db/batch.ts";
import { AppError } from "../../kernel/errors.ts";
import { shardOf } from "../../kernel/ids.ts";

/**
 * Returns the context with `db` and `engine` on another shard. A number without a binding gives shard 0, so that a
 * made-up ID is looked up there and not found, at the cost of any other unknown ID.
 * @throws AppError 503 `region_unavailable` for a number that a region has and that is not bound
 */
export function onShard(ctx: RequestContext, number: number): RequestContext {
  const bound = ctx.shards.at(number);
  if (bound === undefined && ctx.config.REGIONS.some(({ shards }) => shards.includes(number))) {
    throw new AppError("region_unavailable");
  }
  const shard = bound === undefined ? 0 : number;
  if (shard === ctx.shard) return ctx;
  return { ...ctx, shard, db: bound ?? ctx.shards.accounts, engine: ctx.engineOf(shard) };
}

/**
 * Returns the context on the shard whose number is in the ID of an event, guest link, collaborator's invite or user. A
 * user's shard is the one of the user's own events. No I/O. Shard 0 for null.
 */
export function onShardOf(ctx: RequestContext, id: string | null): RequestContext {
  return onShard(ctx, id === null ? 0 : shardOf(id));
}

/** Returns the context on each shard, in the order of their numbers. */
export function onEachShard(ctx: RequestContext): RequestContext[] {
  return Array.from({ length: ctx.shards.count }, (_, number) => onShard(ctx, number));
}

/**
 * Runs statements on the accounts database and on the event's shard in one round trip: one batch if both are shard 0,
 * otherwise two in parallel.
 * @param accounts statements made with `accountsDb`
 * @param events statements made with `db`
 * @returns the named results of both
 */
export async function batchBoth<const A extends NamedStatements, const E extends NamedStatements>(
  ctx: Pick<RequestContext, "db" | "accountsDb" | "shard">,
  accounts: A,
  events: E,
): Promise<[BatchResults<A>, BatchResults<E>]> {
  const { db, accountsDb, shard } = ctx;
  if (shard === 0) return runBatchGroups(db, [accounts, events]);
  return Promise.all([runBatch(accountsDb, accounts), runBatch(db, events)]);
}
