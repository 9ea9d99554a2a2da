import { eq } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { userShards } from "../../db/schema/accounts.ts";
import { type Region, regionOfShard } from "../../kernel/regions.ts";
import { onShard, onShardOf } from "./on-shard.ts";

/** The read, for a batch on `accountsDb`, whose rows `shardsOf` takes. None with a single shard. */
export function selectUserShards(ctx: RequestContext, userId: string) {
  return ctx.shards.count > 1 && listUserShards(ctx.accountsDb, userId);
}

/** Contexts on the shard of the user's own events, then on each other shard on which the user has had a role. */
export function shardsOf(
  ctx: RequestContext,
  userId: string,
  rows: readonly { shard: number }[] = [],
): RequestContext[] {
  return [onShardOf(ctx, userId), ...otherShardsOf(ctx, userId, rows)];
}

/** Contexts on each shard on which a user has had a role, without the shard of the user's own events. */
export function otherShardsOf(
  ctx: RequestContext,
  userId: string,
  rows: readonly { shard: number }[] = [],
): RequestContext[] {
  const own = onShardOf(ctx, userId).shard;
  // A number that is not bound any more gives shard 0; it is skipped.
  return rows.flatMap(({ shard }) =>
    ctx.shards.at(shard) !== undefined && shard !== own ? [onShard(ctx, shard)] : [],
  );
}

/** Shards on which a user has had a role on an event, in addition to the shard of the user's own events. */
function listUserShards(accountsDb: AccountsDatabase, userId: string) {
  return accountsDb.select({ shard: userShards.shard }).from(userShards).where(eq(userShards.userId, userId));
}

/** Records that a user has a role on an event of a shard. Idempotent. */
export function insertUserShard(accountsDb: AccountsDatabase, userId: string, shard: number) {
  return accountsDb.insert(userShards).values({ userId, shard }).onConflictDoNothing();
}

/** Returns the shards that a host's events can be on: the host's own, and one in each other region. */
function shardsOfHost(ctx: RequestContext, userId: string): number[] {
  const own = onShardOf(ctx, userId).shard;
  return [...new Set([own, ...ctx.config.REGIONS.map((region) => shardIn(ctx, region, userId))])];
}

/** A host's shard in a region: always the same, so that limits are counted in one place. */
export function shardIn(ctx: RequestContext, region: Region, userId: string): number {
  const own = onShardOf(ctx, userId).shard;
  const { REGIONS, OPEN_DATABASES } = ctx.config;
  if (regionOfShard(REGIONS, own) === region) return own;
  const open = region.shards.filter((shard) => OPEN_DATABASES.includes(shard));
  const among = open.length > 0 ? open : region.shards;
  return among[Number.parseInt(userId.slice(-6), 16) % among.length] ?? own;
}

/**
 * Runs a read on each of a host's shards in parallel, except on the context's shard. Reads nothing with one region.
 * Leaves out the result of a shard whose read fails.
 */
export async function readElsewhere<T>(
  ctx: RequestContext,
  userId: string,
  read: (there: RequestContext) => PromiseLike<T>,
): Promise<T[]> {
  if (ctx.config.REGIONS.length === 1) return [];
  const others = shardsOfHost(ctx, userId).filter((shard) => shard !== ctx.shard);
  const results = await Promise.allSettled(others.map(async (shard) => read(onShard(ctx, shard))));
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}
