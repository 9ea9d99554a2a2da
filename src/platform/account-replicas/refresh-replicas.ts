import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { selectUserShards, shardsOf } from "../shards/shards-of.ts";
import { findAccountToReplicate } from "./queries.ts";
import { replicateAccount } from "./replicate-account.ts";

/** Ends a deleted account on one shard. Idempotent. @param deletedAt epoch milliseconds */
type RemoveAccount = (ctx: RequestContext, userId: string, deletedAt: number) => Promise<void>;

/**
 * Consumer of `account.changed`: rewrites the account's replica on every shard on which the user has or may have events.
 * Idempotent and safe out of order, because an older version never replaces a newer one.
 * @param removeAccount called for each shard instead, when the account is deleted
 * @throws what a database threw: the message is retried
 */
export async function refreshReplicas(
  ctx: RequestContext,
  userId: string,
  removeAccount: RemoveAccount,
): Promise<void> {
  const { rows, shards } = await runBatch(ctx.accountsDb, {
    rows: findAccountToReplicate(ctx.accountsDb, userId),
    shards: selectUserShards(ctx, userId),
  });
  const [found] = rows;
  if (found === undefined) return;
  const { deletedAt } = found;
  const replicaShards = shardsOf(ctx, userId, shards.flat()).filter(({ shard }) => shard !== 0);
  await Promise.all(
    replicaShards.map((onShard) =>
      deletedAt === null
        ? onShard.db.batch(replicateAccount(onShard, rows))
        : removeAccount(onShard, userId, deletedAt),
    ),
  );
}
