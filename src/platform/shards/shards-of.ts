import type { RequestContext } from "../../request-context.ts";
import { onShard, onShardOf } from "./on-shard.ts";
import { listUserShards } from "./queries.ts";

/** Statement for a read of accounts: where else a user has a role. None where there is one database. */
export function selectUserShards(ctx: RequestContext, userId: string) {
  return ctx.shards.count === 1 ? [] : [listUserShards(ctx.accountsDb, userId)];
}

/** Services on the database of the user's own events, and on each other one in which the user has a role. */
export function shardsOf(
  ctx: RequestContext,
  userId: string,
  found: readonly { database: number }[] = [],
): RequestContext[] {
  return [onShardOf(ctx, userId), ...otherShardsOf(ctx, userId, found)];
}

/** Services on each other database in which a user has a role; those of the user's own events are not among them. */
export function otherShardsOf(
  ctx: RequestContext,
  userId: string,
  found: readonly { database: number }[] = [],
): RequestContext[] {
  const home = onShardOf(ctx, userId).shard;
  return found
    .map(({ database }) => onShard(ctx, database))
    .filter((place, index) => place.shard === found[index]?.database && place.shard !== home);
}
