import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { eventSeats, events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";

/** The capacity of an event that is not deleted, and the heads that are taken. */
export function findEventSeats(db: Database, eventId: string) {
  return db
    .select({
      capacity: events.capacity,
      waitlist: events.waitlist,
      held: sql<number>`coalesce(${eventSeats.held}, 0)`.as("held_heads"),
    })
    .from(events)
    .leftJoin(eventSeats, eq(eventSeats.eventId, events.id))
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

/** Who has a seat, the latest answers first. */
export function listSeated(db: Database, eventId: string, limit: number) {
  return db
    .select({ guestId: rsvps.guestId, name: guests.name, heads: rsvps.heads })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .where(and(eq(rsvps.eventId, eventId), HOLDS_HEADS))
    .orderBy(desc(rsvps.submittedAt), desc(rsvps.guestId))
    .limit(limit);
}

const HOLDS_HEADS = sql`${rsvps.seat} in ('confirmed', 'offered')`;

/** Condition: the caller has the role, and the seats that are taken fit into a capacity. */
export function holdsSeated(roleCondition: SQL, eventId: string, capacity: number): SQL {
  const isOver = sql`${eventSeats.eventId} = ${eventId} and ${eventSeats.held} > ${capacity}`;
  return sql`${roleCondition} and not exists (select 1 from ${eventSeats} where ${isOver})`;
}
