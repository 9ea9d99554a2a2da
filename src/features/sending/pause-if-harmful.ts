import { log } from "../../kernel/log.ts";
import type { RequestContext } from "../../request-context.ts";
import { pauseReason } from "./budgets.ts";
import { findRecord, insertPause } from "./queries.ts";

/**
 * Pauses the host of an event when too many mails of the last day bounced or were reported, and tells the host. An
 * operator lifts the pause. Call it after a bounce or a complaint was counted.
 */
export async function pauseIfHarmful(ctx: RequestContext, eventId: string): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const [record] = await findRecord(db, eventId, now);
  const reason = record === undefined ? null : pauseReason(record);
  if (record === undefined || reason === null) return;
  const row = { userId: record.hostId, reason, pausedAt: now };
  const [paused] = await insertPause(db, row);
  if (paused === undefined) return;
  log("warn", "sending_paused", { user_id: record.hostId, reason });
}
