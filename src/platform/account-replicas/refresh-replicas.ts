import { and, eq, not } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { monitorOf } from "../activities/monitors.ts";
import { HAS_FACTOR } from "../authorization/queries.ts";
import { selectUserShards, shardsOf } from "../shards/shards-of.ts";
import { findAccountToReplicate } from "./queries.ts";
import { replicateAccount } from "./replicate-account.ts";

/** Ends a deleted account on one shard. Idempotent. @param deletedAt epoch milliseconds */
type RemoveAccount = (ctx: RequestContext, userId: string, deletedAt: number) => Promise<void>;

/**
 * Consumer of `account.changed`: rewrites the account's replica on every shard on which the user has or may have events, and
 * closes the user's live sockets of events whose second factor the user no longer has.
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
  await Promise.all(
    shardsOf(ctx, userId, shards.flat()).map(async (onShard) => {
      if (onShard.shard !== 0 && deletedAt !== null) return removeAccount(onShard, userId, deletedAt);
      if (onShard.shard !== 0) await onShard.db.batch(replicateAccount(onShard, rows));
      const events = await listEventsWithoutFactor(onShard.db, userId);
      await Promise.all(events.map(({ eventId }) => monitorOf(onShard, eventId).disconnect(userId)));
    }),
  );
}

/** The events whose members need a second factor, of a member without one. */
function listEventsWithoutFactor(db: Database, userId: string) {
  return db
    .select({ eventId: eventCollaborators.eventId })
    .from(eventCollaborators)
    .innerJoin(events, eq(events.id, eventCollaborators.eventId))
    .innerJoin(users, eq(users.id, eventCollaborators.userId))
    .where(and(eq(eventCollaborators.userId, userId), not(HAS_FACTOR)));
}
