import { and, asc, eq, exists, gt, lt, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { accessLogCounts, accessLogs, thinningRounds } from "../../db/schema/access.ts";
import { events } from "../../db/schema/events.ts";
import { DAY_MS } from "../../kernel/clock.ts";

/** How far the search for old accesses has come. */
export type Round = Awaited<ReturnType<typeof findRound>>[number];

export function findRound(db: Database) {
  const { afterEvent, finishedAt } = thinningRounds;
  return db.select({ afterEvent, finishedAt }).from(thinningRounds).limit(1);
}

/** Notes how far it has come. */
export function moveRound(db: Database, round: Round) {
  return db.update(thinningRounds).set(round);
}

/**
 * Events in the order in which they were made, from those on that may have accesses before a moment, each with whether
 * it has: two look-ups an event, however many accesses there are.
 * @param beforeId the first id of the moment: ids begin with their time
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
 * Counts an event's oldest accesses, and removes them with the verdicts on them: two statements for one batch, which see
 * the same rows, so that each access is counted once whatever dies in between.
 */
export function thinOldest(db: Database, eventId: string, beforeId: string, limit: number) {
  const { kind, automated, risk, score } = accessLogs;
  const oldest = db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(and(eq(accessLogs.eventId, eventId), lt(accessLogs.id, beforeId)))
    .orderBy(asc(accessLogs.id))
    .limit(limit);
  const isOldest = and(eq(accessLogs.eventId, eventId), sql`${accessLogs.id} in ${oldest}`);
  const day = sql`cast(${accessLogs.at} / ${DAY_MS} as integer)`;
  return [
    db
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
    db.delete(accessLogs).where(isOldest).returning({ id: accessLogs.id }),
  ] as const;
}
