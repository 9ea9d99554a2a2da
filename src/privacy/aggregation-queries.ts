import { and, asc, eq, exists, gt, lt, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { accessLogCounts, accessLogs, thinningRounds } from "../db/schema/access.ts";
import { events } from "../db/schema/events.ts";
import { DAY_MS } from "../kernel/clock.ts";

/** How far the pass over all events has come. `afterEvent` is empty between two passes. */
type Progress = Awaited<ReturnType<typeof findProgress>>[number];

export function findProgress(db: Database) {
  const { afterEvent, finishedAt } = thinningRounds;
  return db.select({ afterEvent, finishedAt }).from(thinningRounds).limit(1);
}

export function saveProgress(db: Database, progress: Progress) {
  return db.update(thinningRounds).set(progress);
}

/**
 * Events made before a moment, in order of creation, each with whether it has accesses from before that moment. Two index
 * look-ups an event, however many accesses it has.
 * @param after the last event of the page before
 * @param beforeId the lowest id of the moment: ids begin with their time
 */
export function listEventsAfter(db: Database, after: string, beforeId: string, limit: number) {
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
export function aggregateOldest(db: Database, eventId: string, beforeId: string, limit: number) {
  const { kind, automated, risk, score } = accessLogs;
  const oldest = db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(and(eq(accessLogs.eventId, eventId), lt(accessLogs.id, beforeId)))
    .orderBy(asc(accessLogs.id))
    .limit(limit);
  const isOldest = and(eq(accessLogs.eventId, eventId), sql`${accessLogs.id} in ${oldest}`);
  const day = sql`cast(${accessLogs.at} / ${DAY_MS} as integer)`;
  return {
    counted: db
      .insert(accessLogCounts)
      .select(
        sql`select ${accessLogs.eventId}, ${day}, ${kind}, ${automated}, coalesce(${risk}, 'unscored'), coalesce(${score}, -1), count(*)
          from ${accessLogs} where ${isOldest} group by 1, 2, 3, 4, 5, 6`,
      )
      .onConflictDoUpdate({
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
