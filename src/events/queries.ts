import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { insertWhere } from "../db/inserts.ts";
import { events } from "../db/schema/events.ts";

export type EventRow = typeof events.$inferSelect;

/** The event, unless it was deleted. */
export function findEvent(db: Database, eventId: string) {
  return db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

/** The number of events that a host has. */
export function countEvents(db: Database, hostId: string) {
  return db.select({ count: sql<number>`count(*)` }).from(events).where(hostedBy(hostId));
}

/**
 * Inserts an event while its host has fewer than `limit`. Returns no row when the limit is reached or the guard does not
 * hold.
 * @param guard the condition `hasLiveSession`
 */
export function insertEvent(db: Database, row: typeof events.$inferInsert, limit: number, guard: SQL) {
  const count = sql`(select count(*) from ${events} where ${hostedBy(row.hostId)})`;
  return insertWhere(db, events, row, sql`${count} < ${limit} and ${guard}`).returning();
}

/** The times of an event, from which its reminders are computed, and whether it is cancelled: then it has none. */
type EventTimes = Pick<EventRow, "eventDate" | "endTime" | "timezone" | "rsvpDeadline" | "doorOpensAt" | "cancelledAt">;

/** The condition that an event has these times and the caller has the role, for writes computed from the times. */
export function isAtTimes(db: Database, eventId: string, times: EventTimes, roleCondition: SQL): SQL {
  return exists(
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.id, eventId), isNull(events.deletedAt), hasTimes(times), roleCondition)),
  );
}

/** The condition on `events` that the caller has the role and the event still has the values of these columns that were read. */
export function hasValues(roleCondition: SQL, read: EventRow, keys: readonly (keyof EventRow)[]): SQL {
  const same = keys.map((key) => sql`${events[key]} is ${sql.param(read[key], events[key])}`);
  return sql.join([roleCondition, ...same], sql` and `);
}

/**
 * Updates an event. Returns no row when the guard does not hold.
 * @param guard the times that the changes were validated against, and the condition `hasRole`
 * @param showsInCalendar whether a calendar entry shows the change: then its SEQUENCE (RFC 5545) is incremented
 */
export function updateEvent(
  db: Database,
  eventId: string,
  guard: { asRead: EventTimes; roleCondition: SQL },
  changes: Partial<typeof events.$inferInsert> & { updatedAt: number },
  showsInCalendar: boolean,
) {
  const sequence = showsInCalendar ? { calendarSequence: sql`${events.calendarSequence} + 1` } : {};
  return db
    .update(events)
    .set({ ...changes, ...sequence })
    .where(and(eq(events.id, eventId), isNull(events.deletedAt), hasTimes(guard.asRead), guard.roleCondition))
    .returning();
}

function hostedBy(hostId: string) {
  return and(eq(events.hostId, hostId), isNull(events.deletedAt));
}

function hasTimes(times: EventTimes) {
  return and(
    eq(events.eventDate, times.eventDate),
    eq(events.timezone, times.timezone),
    sql`${events.endTime} is ${times.endTime}`,
    sql`${events.rsvpDeadline} is ${times.rsvpDeadline}`,
    sql`${events.doorOpensAt} is ${times.doorOpensAt}`,
    sql`${events.cancelledAt} is ${times.cancelledAt}`,
  );
}
