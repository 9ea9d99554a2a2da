import { eq } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";

import type { AccountsDatabase } from "../../db/client.ts";
import { userShards } from "../../db/schema/accounts.ts";
import { onShard, onShardOf } from "./on-shard.ts";

/** The read, for a batch on `accountsDb`, whose rows `shardsOf` takes. None with a single shard. */
export function selectUserShards(ctx: RequestContext, userId: string) {
  return ctx.shards.count === 1 ? [] : [listUserShards(ctx.accountsDb, userId)];
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

/** The shards on which a user has had a role on an event, besides the shard of the user's own events. */
function listUserShards(accountsDb: AccountsDatabase, userId: string) {
  return accountsDb.select({ shard: userShards.shard }).from(userShards).where(eq(userShards.userId, userId));
}
