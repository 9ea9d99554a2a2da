import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { eventEndsAt } from "../../db/event-window.ts";
import { ANSWER_OF_GUEST } from "../../db/joins.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { rsvps, seatOffers } from "../../db/schema/rsvps.ts";
import { seatFor } from "./seat-queries.ts";

/** A party that may be offered a seat. */
export type Party = Awaited<ReturnType<typeof findParty>>[number];
export type DueOffer = Awaited<ReturnType<typeof listDueOffers>>[number];

/** Largest party, as the schema has it. */
const LARGEST_PARTY = 20;

const HELD = sql<number>`coalesce(${eventSeats.held}, 0)`;

/** Parties and heads by seat. Reads each answer of the event. */
export function countSeats(db: Database, eventId: string) {
  return db
    .select({
      seat: rsvps.seat,
      parties: sql<number>`count(*)`.as("parties"),
      heads: sql<number>`sum(${rsvps.heads})`.as("seat_heads"),
    })
    .from(rsvps)
    .where(eq(rsvps.eventId, eventId))
    .groupBy(rsvps.seat);
}

/** Whether so many more heads would get a seat now. */
export function findRoom(db: Database, eventId: string, heads: number) {
  const asked = { eventId, heads: sql`${heads}`, capacity: sql`${events.capacity}`, waitlist: sql`0` };
  return db
    .select({
      capacity: events.capacity,
      held: HELD.as("held_heads"),
      seat: sql<"confirmed" | "full">`${seatFor(asked)}`.as("found_seat"),
    })
    .from(events)
    .leftJoin(eventSeats, eq(eventSeats.eventId, events.id))
    .where(eq(events.id, eventId))
    .limit(1);
}

/** What a party is offered a seat by: its answer and its event. */
const party = {
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

/** The party whose turn it is; no row when nobody who waits fits, or the event is over, cancelled or deleted. */
export function findNextParty(db: Database, eventId: string, now: number) {
  return db
    .select({ ...party })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .leftJoin(eventSeats, eq(eventSeats.eventId, events.id))
    .where(and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, nextInLine(eventId, now))))
    .limit(1);
}

/** Condition: it is still this party's turn. */
export function isNextInLine(eventId: string, guestId: string, now: number): SQL {
  return sql`${guestId} = ${nextInLine(eventId, now)}`;
}

/**
 * The id of the longest-waiting guest whose party fits, or null. One look into the waitlist for each party size that
 * fits, so that it reads as much for a long list as for a short one.
 */
function nextInLine(eventId: string, now: number): SQL {
  const isOn = and(
    eq(events.id, eventId),
    isNull(events.deletedAt),
    isNull(events.cancelledAt),
    sql`${eventEndsAt()} > ${now}`,
  );
  const largest = sql.raw(String(LARGEST_PARTY));
  const most = sql`select min(${largest}, coalesce(${events.capacity} - ${HELD}, ${largest})) as most
    from ${events} left join ${eventSeats} on ${eq(eventSeats.eventId, events.id)} where ${isOn}`;
  const first = sql`select w.guest_id from ${rsvps} as w where w.event_id = ${eventId} and w.seat = 'waitlisted'
    and w.heads = sizes.size order by w.waitlisted_at limit 1`;
  return sql`(
    with recursive sizes (size, most) as (
      select 1, most from (${most}) where most >= 1 union all select size + 1, most from sizes where size < most)
    select firsts.guest_id from sizes cross join ${rsvps} as firsts
      on firsts.event_id = ${eventId} and firsts.guest_id = (${first})
    order by firsts.waitlisted_at limit 1)`;
}

const SEATLESS = sql`${rsvps.response} = 'attending' and (${rsvps.seat} is null or ${rsvps.seat} = 'waitlisted')`;

/**
 * Condition of an offer out of turn: the caller has the role, the party is as large as it was read and has no seat, and
 * its heads are free unless the offer is forced.
 */
export function mayBeOffered(
  roleCondition: SQL,
  { eventId, guestId, heads, seat }: { eventId: string; guestId: string; heads: number; seat: Party["seat"] },
  force: boolean,
): SQL {
  const isSeatless = sql`exists (select 1 from ${rsvps}
    where ${and(isAnswerOf(eventId, guestId), SEATLESS, eq(rsvps.heads, heads), sql`${rsvps.seat} is ${seat}`)})`;
  const isFull = sql`exists (select 1 from ${events} left join ${eventSeats} on ${eq(eventSeats.eventId, events.id)}
    where ${events.id} = ${eventId} and ${HELD} + ${heads} > ${events.capacity})`;
  return force ? sql`${roleCondition} and ${isSeatless}` : sql`${roleCondition} and ${isSeatless} and not ${isFull}`;
}

/** An offer before it is written. Times in epoch milliseconds. */
export interface OfferToInsert {
  eventId: string;
  guestId: string;
  offeredAt: number;
  expiresAt: number;
  /** The member who offers it out of turn; null when it is the party's turn. */
  offeredBy: string | null;
}

/** Records an offer if the guard holds. Comes before `offerSeat` in its batch. */
export function insertOffer(db: Database, { eventId, guestId, ...offer }: OfferToInsert, guard: SQL) {
  return db.insert(seatOffers).select(sql`
    select ${rsvps.eventId}, ${rsvps.guestId}, ${offer.offeredAt}, ${offer.expiresAt}, ${rsvps.heads}, ${offer.offeredBy}
    from ${rsvps} where ${and(isAnswerOf(eventId, guestId), guard)}`);
}

/** Holds the heads of a party for the time of the offer, if the guard holds; no row otherwise. */
export function offerSeat(db: Database, { eventId, guestId, expiresAt }: OfferToInsert, guard: SQL) {
  return db
    .update(rsvps)
    .set({ seat: "offered", offerExpiresAt: expiresAt })
    .where(and(isAnswerOf(eventId, guestId), SEATLESS, guard))
    .returning({ heads: rsvps.heads });
}

/** Offers that have run out, the oldest first; the last row may be one that has not. */
export function listDueOffers(db: Database, limit: number) {
  return db
    .select({
      eventId: rsvps.eventId,
      guestId: rsvps.guestId,
      expiresAt: sql<number>`${rsvps.offerExpiresAt}`.as("due_at"),
    })
    .from(rsvps)
    .where(sql`${rsvps.seat} = 'offered'`)
    .orderBy(rsvps.offerExpiresAt)
    .limit(limit);
}

/** Condition: the offer is open, and has run out. */
export function hasRunOut({ eventId, guestId, expiresAt }: DueOffer, now: number): SQL {
  return sql`exists (select 1 from ${rsvps} where ${isOpenOffer(eventId, guestId, expiresAt)} and ${rsvps.offerExpiresAt} <= ${now})`;
}

/** Ends an offer that has run out: the answer stays, without a seat. No row when it was answered meanwhile. */
export function endOffer(db: Database, { eventId, guestId, expiresAt }: DueOffer, now: number) {
  return db
    .update(rsvps)
    .set({ seat: null, offerExpiresAt: null, waitlistedAt: null })
    .where(and(isOpenOffer(eventId, guestId, expiresAt), lte(rsvps.offerExpiresAt, now)))
    .returning({ guestId: rsvps.guestId });
}

function isOpenOffer(eventId: string, guestId: string, expiresAt: number): SQL {
  return sql`${isAnswerOf(eventId, guestId)} and ${rsvps.seat} = 'offered' and ${rsvps.offerExpiresAt} = ${expiresAt}`;
}

function isAnswerOf(eventId: string, guestId: string): SQL | undefined {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}
