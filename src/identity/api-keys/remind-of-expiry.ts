import { and, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { commit, isWritten } from "../../platform/commit/commit.ts";
import { accountNotices } from "../notices/account-notices.ts";

const NOTICE_MS = 7 * DAY_MS;
/** Maximum keys per Scheduler run. */
const MAX_KEYS = 50;

/**
 * Emails the makers of API keys once, seven days before a key expires. Email and mark are one batch, so a run that is
 * repeated sends nothing twice.
 * @returns when the next email is due (epoch milliseconds), or null
 */
export async function remindOfExpiry(ctx: RequestContext): Promise<number | null> {
  const { accountsDb: db, clock, shard } = ctx;
  // Keys are where accounts are.
  if (shard !== 0) return null;
  const now = clock.now();
  const { due, next } = await runBatch(db, {
    due: listToRemind(db, now, now + NOTICE_MS, MAX_KEYS),
    next: one(findNextToRemind(db, now + NOTICE_MS, NOTICE_MS)),
  });
  for (const { id, userId, name, expiresAt } of due) {
    const notices = accountNotices(ctx, "api_key_expires", [userId], { ended: [name], at: expiresAt });
    const guard = [isUnreminded(id)];
    const changes = { marked: db.update(apiKeys).set({ remindedAt: now }).where(eq(apiKeys.id, id)) };
    const reminder = { by: "service", guard, changes, messages: notices, at: now, lost: "not_found" } as const;
    await isWritten(commit(ctx, reminder));
  }
  const nextAt = next?.at ?? null;
  if (due.length === MAX_KEYS) return now;
  return nextAt === null ? null : nextAt - NOTICE_MS;
}

/**
 * Keys that expire by `until` and whose makers were not notified. Omits keys that were made for a shorter time than the
 * notice period.
 */
function listToRemind(db: AccountsDatabase, now: number, until: number, limit: number) {
  return db
    .select({ id: apiKeys.id, userId: apiKeys.userId, name: apiKeys.name, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(gt(apiKeys.expiresAt, now), lte(apiKeys.expiresAt, until), isToRemind(until - now)))
    .limit(limit);
}

/** Selects the time at which the next such key expires, epoch milliseconds; null if none does. */
function findNextToRemind(db: AccountsDatabase, until: number, noticeMs: number) {
  return db
    .select({ at: sql<number | null>`min(${apiKeys.expiresAt})`.as("next_at") })
    .from(apiKeys)
    .where(and(gt(apiKeys.expiresAt, until), isToRemind(noticeMs)));
}

function isToRemind(noticeMs: number): SQL | undefined {
  return and(isNull(apiKeys.remindedAt), sql`${apiKeys.expiresAt} - ${apiKeys.createdAt} > ${noticeMs}`);
}

/** Condition: the maker of a key was not yet notified that it expires. */
function isUnreminded(keyId: string): SQL {
  return sql`exists (select 1 from ${apiKeys} where ${apiKeys.id} = ${keyId} and ${apiKeys.remindedAt} is null)`;
}
