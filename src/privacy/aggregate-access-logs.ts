import { and, asc, eq, exists, gt, lt, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import { accessLogAggregation, accessLogCounts, accessLogs } from "../db/schema/access.ts";
import { events } from "../db/schema/events.ts";
import { DAY_MS, toIsoTime } from "../kernel/clock.ts";
import { firstIdOf } from "../kernel/ids.ts";
import { monitorOf } from "../platform/activities/monitors.ts";

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
 * its progress. Idempotent; two calls may run concurrently.
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
  // The monitor's stored activity messages repeat the accesses.
  await monitorOf(ctx, eventId).eraseFrames({ before: toIsoTime(cutoff) });
  for (let aggregated = 0; ; ) {
    const limit = Math.min(ACCESSES_PER_BATCH, max - aggregated);
    const { deleted } = await runBatch(ctx.db, aggregateOldest(ctx.db, eventId, firstIdOf(cutoff), limit));
    aggregated += deleted.length;
    if (deleted.length < limit || aggregated >= max) return aggregated;
  }
}

/** Progress of the pass over all events. `afterEvent` is empty between two passes. */
type Progress = Awaited<ReturnType<typeof findProgress>>[number];

function findProgress(db: Database) {
  const { afterEvent, finishedAt } = accessLogAggregation;
  return db.select({ afterEvent, finishedAt }).from(accessLogAggregation).limit(1);
}

function saveProgress(db: Database, progress: Progress) {
  return db.update(accessLogAggregation).set(progress);
}

/**
 * Lists events that were created before a time, oldest first. `hasOld` is true if an event has accesses before that
 * time. Costs two index look-ups per event, regardless of its accesses.
 * @param after the last event of the previous page
 * @param beforeId the lowest ID of the time: IDs begin with their time
 */
function listEventsAfter(db: Database, after: string, beforeId: string, limit: number) {
  const old = db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(and(eq(accessLogs.eventId, events.id), lt(accessLogs.id, beforeId)));
  return db
    .select({ id: events.id, hasOld: sql<number>`${exists(old)}`.as("has_old") })
    .from(events)
    .where(and(gt(events.id, after), lt(events.id, beforeId)))
    .orderBy(asc(events.id))
    .limit(limit);
}

/**
 * Statements that count an event's oldest accesses and delete them, with the feedback on them by cascade. In one batch
 * both see the same rows, so that each access is counted exactly once.
 */
function aggregateOldest(db: Database, eventId: string, beforeId: string, limit: number) {
  const { kind, automated, risk, score } = accessLogs;
  const oldest = db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(and(eq(accessLogs.eventId, eventId), lt(accessLogs.id, beforeId)))
    .orderBy(asc(accessLogs.id))
    .limit(limit);
  const isOldest = and(eq(accessLogs.eventId, eventId), sql`${accessLogs.id} in ${oldest}`);
  const group = {
    eventId: accessLogs.eventId,
    kind,
    automated,
    day: sql`cast(${accessLogs.at} / ${sql.raw(String(DAY_MS))} as integer)`,
    risk: sql`coalesce(${risk}, 'unscored')`,
    score: sql`coalesce(${score}, -1)`,
  };
  return {
    counted: insertFrom(
      db,
      accessLogCounts,
      { ...group, count: sql`sum(${accessLogs.count})` },
      sql`from ${accessLogs} where ${isOldest} group by ${sql.join(Object.values(group), sql`, `)}`,
    ).onConflictDoUpdate({
      target: [
        accessLogCounts.eventId,
        accessLogCounts.day,
        accessLogCounts.kind,
        accessLogCounts.automated,
        accessLogCounts.risk,
        accessLogCounts.score,
      ],
      set: { count: sql`${accessLogCounts.count} + excluded.count` },
    }),
    deleted: db.delete(accessLogs).where(isOldest).returning({ id: accessLogs.id }),
  } as const;
}
