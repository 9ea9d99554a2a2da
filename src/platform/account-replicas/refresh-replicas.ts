import type { BusMessage } from "../../../proto/bus/messages.ts";
import { runBatch } from "../../db/batch.ts";
import { deleteAccountOnShard } from "../../features/privacy/delete-account-on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { selectUserShards, shardsOf } from "../shards/shards-of.ts";
import { findAccountToReplicate } from "./queries.ts";
import { replicateAccount } from "./replicate-account.ts";

/**
 * Brings the copies of an account up to what it is now, in the database of the user's own events and wherever else the
 * user has a role. Safe in any order and any number of times: an older state never replaces a newer one. Of an account
 * that is gone nothing stays.
 * @throws what a database threw: the message is to come again
 */
export async function refreshReplicas(
  ctx: RequestContext,
  message: Extract<BusMessage, { type: "account.changed" }>,
): Promise<void> {
  const userId = message.body.user_id;
  const { rows, shards } = await runBatch(ctx.accountsDb, {
    rows: findAccountToReplicate(ctx.accountsDb, userId),
    shards: selectUserShards(ctx, userId),
  });
  const [found] = rows;
  if (found === undefined) return;
  const { deletedAt } = found;
  const withCopy = shardsOf(ctx, userId, shards.flat()).filter(({ shard }) => shard !== 0);
  await Promise.all(
    withCopy.map((place) =>
      deletedAt === null
        ? place.db.batch(replicateAccount(place, rows))
        : deleteAccountOnShard(place, { userId, emailKey: "" }, deletedAt),
    ),
  );
}
