import { and, desc, eq, exists, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";

export type EventRow = typeof events.$inferSelect;

/** The event, unless it was deleted. */
export function findEvent(db: Database, eventId: string) {
  return db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

/** The events on which a user has a role, newest first, from a cursor on. */
export function listEvents(db: Database, userId: string, beforeId: string | null, limit: number) {
  return db
    .select({ event: events, role: eventCollaborators.role })
    .from(eventCollaborators)
    .innerJoin(events, eq(events.id, eventCollaborators.eventId))
    .where(
      and(
        eq(eventCollaborators.userId, userId),
        isNull(events.deletedAt),
        beforeId === null ? undefined : lt(eventCollaborators.eventId, beforeId),
      ),
    )
    .orderBy(desc(eventCollaborators.eventId))
    .limit(limit);
}

/** How many events a host has. */
export function countEvents(db: Database, hostId: string) {
  return db.select({ count: sql<number>`count(*)` }).from(events).where(hostedBy(hostId));
}

/**
 * Writes an event while its host has fewer than `limit`; returns no row when the guard does not hold, or the limit was
 * reached first.
 * @param guard whether the host may, as `hasSession` asks
 */
export function insertEvent(db: Database, row: typeof events.$inferInsert, limit: number, guard: SQL) {
  const held = sql`(select count(*) from ${events} where ${hostedBy(row.hostId)})`;
  return insertWhere(db, events, row, sql`${held} < ${limit} and ${guard}`).returning();
}

/** When an event is: what its reminders and the order of its times follow from. */
type EventTimes = Pick<EventRow, "eventDate" | "endTime" | "timezone">;

/** Whether an event is at these times now, and who worked something out from them may write it (`standing`). */
export function isAtTimes(db: Database, eventId: string, times: EventTimes, roleCondition: SQL): SQL {
  return exists(
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.id, eventId), isNull(events.deletedAt), hasTimes(times), roleCondition)),
  );
}

/**
 * Writes new values; the calendar's sequence rises when a calendar would show them. Returns no row when the guard does
 * not hold.
 * @param guard what the values were checked against: the event's times as they were read, and that the writer may
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

/**
 * Closes an event while the guard holds: from now on nobody finds it, and its guests' links answer 404. Returns no row
 * when the guard does not hold.
 */
export function markDeleted(db: Database, eventId: string, deletedAt: number, guard: SQL) {
  return db
    .update(events)
    .set({ deletedAt, updatedAt: deletedAt })
    .where(and(eq(events.id, eventId), isNull(events.deletedAt), guard))
    .returning({ id: events.id });
}

function hostedBy(hostId: string) {
  return and(eq(events.hostId, hostId), isNull(events.deletedAt));
}

function hasTimes(times: EventTimes) {
  return and(
    eq(events.eventDate, times.eventDate),
    eq(events.timezone, times.timezone),
    sql`${events.endTime} is ${times.endTime}`,
  );
}
