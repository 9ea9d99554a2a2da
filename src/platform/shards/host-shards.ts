import type { RequestContext } from "../../context.ts";
import { type Region, regionOfShard } from "../../kernel/regions.ts";
import { onShard, onShardOf } from "./on-shard.ts";

/** Where a host's events can be: the own shard, and one in each further region. */
export function shardsOfHost(ctx: RequestContext, userId: string): number[] {
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
 * Reads the same on each of a host's shards but that of the context, at the same time. Nothing with one region. A region that
 * is gone is left out: the others go on without it.
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
