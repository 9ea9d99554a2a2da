import { and, gt, isNotNull, lte, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { isAmong } from "../../db/lists.ts";
import { one } from "../../db/one.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { endedSessions } from "../../db/schema/sessions.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { commit } from "../../platform/commit/commit.ts";
import { deleteEndpointsOfKeys } from "../../platform/credentials/endings.ts";
import { endKey } from "../accounts/end-sessions.ts";

/** Maximum keys per Scheduler run. */
const MAX_KEYS = 50;
/** Earlier runs have handled keys that expired before, because the Scheduler runs every 30 s. */
const LOOK_BACK_MS = DAY_MS;

/**
 * Closes the live sockets of expired API keys, revokes their scanner tickets and deletes their webhook endpoints. The keys
 * themselves are rejected by their expiry time. Idempotent.
 * @returns when the next key expires (epoch milliseconds), or null
 */
export async function endExpiredKeys(ctx: RequestContext): Promise<number | null> {
  const { accountsDb: db, clock, shard } = ctx;
  // Keys are where accounts are.
  if (shard !== 0) return null;
  const now = clock.now();
  const { expired, next } = await runBatch(db, {
    expired: listExpiredKeys(db, { from: now - LOOK_BACK_MS, until: now }, MAX_KEYS),
    next: one(findNextExpiry(db, now)),
  });
  if (expired.length > 0) {
    const endings = expired.map(({ id, userId }) => endKey(ctx, userId, id));
    const ids = expired.map(({ id }) => id);
    await commit(ctx, {
      by: "service",
      changes: {
        ended: endings.map(({ ended }) => ended),
        endpoints: deleteEndpointsOfKeys(db, ids),
        replaced: deleteReplaced(db, ids),
      },
      immediate: endings.map(({ announced }) => announced),
      at: now,
      lost: "not_found",
    });
  }
  return expired.length === MAX_KEYS ? now : (next?.at ?? null);
}

/** Keys that expired in a range of time, what they have opened not being ended yet. */
function listExpiredKeys(db: AccountsDatabase, { from, until }: { from: number; until: number }, limit: number) {
  return db
    .select({ id: apiKeys.id, userId: apiKeys.userId })
    .from(apiKeys)
    .where(
      and(
        gt(apiKeys.expiresAt, from),
        lte(apiKeys.expiresAt, until),
        sql`${apiKeys.id} not in (select ${endedSessions.id} from ${endedSessions})`,
      ),
    )
    .limit(limit);
}

/** Deletes the expired keys that a rotation has replaced. The others stay listed until their maker deletes them. */
function deleteReplaced(db: AccountsDatabase, ids: readonly string[]) {
  return db.delete(apiKeys).where(and(isAmong(apiKeys.id, ids), isNotNull(apiKeys.replacedBy)));
}

/** Selects the time at which the next key expires, epoch milliseconds; null if none does. */
function findNextExpiry(db: AccountsDatabase, now: number) {
  return db
    .select({ at: sql<number | null>`min(${apiKeys.expiresAt})`.as("next_at") })
    .from(apiKeys)
    .where(gt(apiKeys.expiresAt, now));
}
