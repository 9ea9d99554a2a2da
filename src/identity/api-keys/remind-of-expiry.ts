import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { findNextToRemind, isUnreminded, listToRemind, markReminded } from "./queries.ts";

const NOTICE_MS = 7 * DAY_MS;
/** Keys of one round. */
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
    next: findNextToRemind(db, now + NOTICE_MS, NOTICE_MS),
  });
  for (const { id, userId, name, expiresAt } of due) {
    const notices = accountNotices(ctx, "api_key_expires", [userId], { ended: [name], at: expiresAt });
    const outboxEntries = enqueue(ctx, notices, isUnreminded(id));
    const { marked } = await runBatch(db, { outbox: outboxEntries.statements, marked: markReminded(db, id, now) });
    if (marked.length > 0) outboxEntries.publishAfterResponse();
  }
  const nextAt = next[0]?.at ?? null;
  if (due.length === MAX_KEYS) return now;
  return nextAt === null ? null : nextAt - NOTICE_MS;
}
