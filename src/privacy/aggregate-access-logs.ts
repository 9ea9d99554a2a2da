import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { DAY_MS, toWire } from "../kernel/clock.ts";
import { firstIdOf } from "../kernel/ids.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { aggregateOldest, findProgress, listEventsAfter, saveProgress } from "./aggregation-queries.ts";

/** Time between the end of one pass over all events and the start of the next. */
const PASS_INTERVAL_MS = DAY_MS;
/** Events read in one alarm: about a thousand rows. */
const EVENTS_PER_ALARM = 500;
/** Accesses per batch and per alarm. A batch takes some tens of milliseconds, and requests run between two batches. */
const ACCESSES_PER_BATCH = 500;
const ACCESSES_PER_ALARM = 2_000;

/**
 * Aggregates accesses older than ACCESS_LOG_DAYS to counts per day, kind, risk and score, and deletes the accesses with
 * their address, device, place, evidence and feedback. Each call does a bounded part of a pass over all events and saves
 * how far it came. Idempotent; two calls may run at once.
 */
export async function aggregateAccessLogs(ctx: RequestContext): Promise<void> {
  const { db, clock, config } = ctx;
  const now = clock.now();
  const [progress] = await findProgress(db);
  if (progress === undefined) return;
  if (progress.afterEvent === "" && now - progress.finishedAt < PASS_INTERVAL_MS) return;
  const cutoff = now - config.ACCESS_LOG_DAYS * DAY_MS;
  const events = await listEventsAfter(db, progress.afterEvent, firstIdOf(cutoff), EVENTS_PER_ALARM);
  let { afterEvent } = progress;
  let remaining = ACCESSES_PER_ALARM;
  for (const { id, hasOld } of events) {
    if (hasOld) remaining -= await aggregateEvent(ctx, id, cutoff, remaining);
    // This event may have more old accesses: the next call starts with it.
    if (remaining <= 0) break;
    afterEvent = id;
  }
  const isFinished = remaining > 0 && events.length < EVENTS_PER_ALARM;
  await saveProgress(
    db,
    isFinished ? { afterEvent: "", finishedAt: now } : { afterEvent, finishedAt: progress.finishedAt },
  );
}

/** @returns how many accesses were aggregated, at most `max` */
async function aggregateEvent(ctx: RequestContext, eventId: string, cutoff: number, max: number): Promise<number> {
  // The monitor's stored frames repeat the same accesses.
  await monitorOf(ctx, eventId).eraseFrames({ before: toWire(cutoff) });
  for (let aggregated = 0; ; ) {
    const limit = Math.min(ACCESSES_PER_BATCH, max - aggregated);
    const { deleted } = await runBatch(ctx.db, aggregateOldest(ctx.db, eventId, firstIdOf(cutoff), limit));
    aggregated += deleted.length;
    if (deleted.length < limit || aggregated >= max) return aggregated;
  }
}
