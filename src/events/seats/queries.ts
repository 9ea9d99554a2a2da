import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST } from "../../db/joins.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";

/** A party that may be offered a seat. */
export type Party = Awaited<ReturnType<typeof findParty>>[number];

export const HELD = sql<number>`coalesce(${eventSeats.held}, 0)`;

/** What a party is offered a seat by: its answer and its event. */
export const party = {
  guest: { id: aliased(guests.id, "guest.id"), name: guests.name },
  rsvpId: rsvps.id,
  response: rsvps.response,
  seat: rsvps.seat,
  heads: rsvps.heads,
  capacity: events.capacity,
  held: HELD.as("held_heads"),
  offerHours: events.offerHours,
  eventDate: events.eventDate,
  endTime: events.endTime,
  cancelledAt: events.cancelledAt,
};

/** A guest with an answer, if there is one, and the seats of the event. */
export function findParty(db: Database, eventId: string, guestId: string) {
  return db
    .select({ ...party })
    .from(guests)
    .innerJoin(events, and(eq(events.id, guests.eventId), isNull(events.deletedAt)))
    .leftJoin(eventSeats, eq(eventSeats.eventId, events.id))
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

export const SEATLESS = sql`${rsvps.response} = 'attending' and (${rsvps.seat} is null or ${rsvps.seat} = 'waitlisted')`;

/** An offer before it is written. Times in epoch milliseconds. */
export interface OfferToInsert {
  eventId: string;
  guestId: string;
  offeredAt: number;
  expiresAt: number;
  /** The member who offers it out of turn; null when it is the party's turn. */
  offeredBy: string | null;
}

export function isAnswerOf(eventId: string, guestId: string): SQL | undefined {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}
