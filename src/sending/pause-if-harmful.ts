import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { accountNotices } from "../identity/notices/account-notices.ts";
import { log } from "../kernel/log.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { pauseReason } from "./budgets.ts";
import { findRecord, insertPause, isPausedAt } from "./queries.ts";

/**
 * Pauses the host of an event when too many mails of the last day bounced or were reported, and tells the host. An
 * operator lifts the pause. Call it after a bounce or a complaint was counted. Idempotent: a host who is paused is told
 * once.
 */
export async function pauseIfHarmful(ctx: RequestContext, eventId: string): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const [record] = await findRecord(db, eventId, now);
  const reason = record === undefined ? null : pauseReason(record);
  if (record === undefined || reason === null) return;
  const { hostId } = record;
  const notices = accountNotices(ctx, "sending_paused", [hostId], { detail: reason });
  const outboxEntries = enqueue(ctx, notices, isPausedAt(hostId, now));
  const { paused } = await runBatch(db, {
    paused: insertPause(db, { userId: hostId, reason, pausedAt: now }),
    outbox: outboxEntries.statements,
  });
  if (paused.length === 0) return;
  outboxEntries.publishAfterResponse();
  log("warn", "sending_paused", { user_id: hostId, reason });
}
