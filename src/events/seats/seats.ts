import { aliasedTable, and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST } from "../../db/joins.ts";
import type { Bindable } from "../../db/prepared-statement.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { type GuestKey, passedOver, rsvps, type seatOffers, stalledWaitlists } from "../../db/schema/rsvps.ts";
import { HOLDS_SEATS, IS_OFFERED, isWaitlisted, SAID_YES } from "../../db/standing.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Seat } from "../../kernel/rsvp.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";

/** An attending RSVP that needs seats of an event with a capacity. */
export interface SeatRequest {
  eventId: Bindable<string>;
  /** The seats that the RSVP does not have yet: all for a first RSVP, the difference for a larger one. */
  heads: SQL | Bindable<number>;
  capacity: SQL | Bindable<number | null>;
  /** 1 if a party without room joins the waitlist, otherwise 0. */
  waitlist: SQL | Bindable<number>;
}

/**
 * SQL for the seat of an RSVP, in the statement that writes it. `confirmed` if its seats are free and no waiting party
 * that can be offered them fits into the seats left. Otherwise `waitlisted` if there is a waitlist, else `full`, which the column rejects, so
 * that the batch aborts. Reads one row of `event_seats` and at most one of the waitlist.
 */
export function newSeatSql({ eventId, heads, capacity, waitlist }: SeatRequest): SQL {
  const waiting = aliasedTable(rsvps, "waiting");
  const decide = (held: SQL) => sql`case
    when ${held} + ${heads} <= ${capacity} and not exists (
      select 1 from ${rsvps} as ${waiting} where ${waiting.eventId} = ${eventId} and ${isWaitlisted(waiting)}
        and ${waiting.heads} <= ${capacity} - ${held} and ${hasClaim(waiting)})
      then 'confirmed'
    when ${waitlist} then 'waitlisted' else 'full' end`;
  const ofEvent = sql`select ${decide(sql`${eventSeats.held}`)} from ${eventSeats} where ${eventSeats.eventId} = ${eventId}`;
  // An event has no row before its first seat is taken.
  return sql`coalesce((${ofEvent}), ${decide(sql`0`)})`;
}

/** Condition on `passed_over`: the reason holds, and the party waits. */
export const IS_OPEN = sql`${passedOver.ended} = 0`;

/**
 * Condition on a waiting party: free seats are for it, and not for parties that reply later. While the host may email
 * nobody, they are for all who wait.
 */
function hasClaim(waiting: typeof rsvps): SQL {
  return sql`(not ${isPassedOver(waiting)} or ${isStalled(sql`${waiting.eventId}`)})`;
}

/** Condition on a waiting party: it cannot be emailed an offer. */
export function isPassedOver(waiting: typeof rsvps): SQL {
  return sql`exists (select 1 from ${passedOver}
    where ${passedOver.eventId} = ${waiting.eventId} and ${passedOver.guestId} = ${waiting.guestId} and ${IS_OPEN})`;
}

/** Condition: the host of an event may email nobody, so that parties with an address are not offered seats. */
export function isStalled(eventId: SQL): SQL {
  return sql`exists (select 1 from ${stalledWaitlists}
    where ${stalledWaitlists.eventId} = ${eventId} and ${stalledWaitlists.reason} is not null)`;
}

/**
 * SQL for the place of a party that joins the waitlist (epoch milliseconds): now, and after all waitlisted parties,
 * whichever request read its clock first. Reads one row.
 */
export function nextPlace(eventId: Bindable<string>, now: Bindable<number>): SQL {
  const waiting = aliasedTable(rsvps, "waiting");
  return sql`max(${now}, 1 + coalesce((select max(${waiting.waitlistedAt}) from ${rsvps} as ${waiting}
    where ${waiting.eventId} = ${eventId} and ${isWaitlisted(waiting)}), 0))`;
}

/** More than this many parties ahead are not counted. */
const MAX_POSITION = 100;

/**
 * SQL for a waiting party's place in the waitlist: 1 is next. Counts at most `MAX_POSITION` rows. Null for later places
 * and for parties that do not wait.
 */
export function waitlistPosition(): SQL<number | null> {
  const ahead = aliasedTable(rsvps, "ahead");
  const counted = sql`select count(*) from (select 1 from ${rsvps} as ${ahead} where ${ahead.eventId} = ${rsvps.eventId}
    and ${isWaitlisted(ahead)} and ${ahead.waitlistedAt} < ${rsvps.waitlistedAt} limit ${sql.raw(String(MAX_POSITION))})`;
  return sql<number | null>`iif(${isWaitlisted()},
    nullif((${counted}), ${sql.raw(String(MAX_POSITION))}) + 1, null)`;
}

/** The length of a guest's ID. */
const ID_LENGTH = 36;

/**
 * SQL for the waitlist position in each row of a list. Reads the first parties of the waitlist once, with the first
 * waitlisted row. Each row's position is where the guest's ID is among theirs. A list without a waitlisted party reads
 * none.
 */
export function waitlistPositionIn(eventId: string, guestId: SQL): SQL<number | null> {
  const waiting = aliasedTable(rsvps, "waiting");
  const line = sql`(select group_concat(first.id, '' order by first.at) from (
    select ${waiting.guestId} as id, ${waiting.waitlistedAt} as at from ${rsvps} as ${waiting}
    where ${waiting.eventId} = ${eventId} and ${isWaitlisted(waiting)}
    order by ${waiting.waitlistedAt} limit ${sql.raw(String(MAX_POSITION))}) first)`;
  const length = sql.raw(String(ID_LENGTH));
  return sql<number | null>`iif(${isWaitlisted()},
    nullif((instr(${line}, ${guestId}) + ${length} - 1) / ${length}, 0), null)`;
}

/** Reads the capacity of an event that is not deleted, and its taken seats. */
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

/** Lists the guests with a seat, the latest RSVPs first. */
export function listSeated(db: Database, eventId: string, limit: number) {
  return db
    .select({ guestId: rsvps.guestId, name: guests.name, heads: rsvps.heads })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .where(and(eq(rsvps.eventId, eventId), HOLDS_SEATS))
    .orderBy(desc(rsvps.submittedAt), desc(rsvps.guestId))
    .limit(limit);
}

/** Condition: the taken seats fit into the capacity. */
export function holdsSeated(eventId: string, capacity: number): SQL {
  const isOver = sql`${eventSeats.eventId} = ${eventId} and ${eventSeats.held} > ${capacity}`;
  return sql`not exists (select 1 from ${eventSeats} where ${isOver})`;
}

/**
 * True if a guest has a door code: the party has a confirmed seat. Waitlisted and offered parties have none. By seat,
 * because only an attending RSVP has one, also at an event without a capacity.
 */
export function hasDoorCode({ seat }: { seat: Seat | null }): boolean {
  return seat === "confirmed";
}

/**
 * Returns the queue message to enqueue after a change that may let a waiting party fit: seats became free, a waiting
 * party became smaller, or the capacity grew. Add it to the batch of the change; `offerSeats` consumes it. None for an
 * event without a capacity, because it has no waitlist.
 * @param capacity the event's capacity, before or after the change
 * @param isSilent the change is to email no guest, see `unnotifiedReason`
 */
export function seatsFreed(
  ctx: Pick<RequestContext, "clock">,
  eventId: string,
  capacity: number | null,
  isSilent = false,
): BusMessage[] {
  const silent = isSilent ? { silent: true } : {};
  return capacity === null ? [] : [busMessage(ctx, "seats.offer", { event_id: eventId, ...silent })];
}

/** 409 with the number of seats left. */
export function eventFull({ capacity, held }: { capacity: number; held: number }): AppError {
  return new AppError("event_full", { left: Math.max(0, capacity - held) });
}

/** A party that may be offered a seat. */
export type Party = Awaited<ReturnType<typeof findParty>>[number];

export const HELD = sql<number>`coalesce(${eventSeats.held}, 0)`;

/** The columns that an offer needs, of a party's RSVP and its event. */
export const party = {
  guest: { id: aliased(guests.id, "guest.id"), name: guests.name },
  rsvpId: rsvps.id,
  response: rsvps.response,
  seat: rsvps.seat,
  offerExpiresAt: rsvps.offerExpiresAt,
  heads: rsvps.heads,
  capacity: events.capacity,
  held: HELD.as("held_heads"),
  offerHours: events.offerHours,
  eventDate: events.eventDate,
  endTime: events.endTime,
  cancelledAt: events.cancelledAt,
};

/** Selects a guest with the RSVP, if there is one, and the event's seats. */
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

/** The SQL of `isSeatless`. */
export const SEATLESS = sql`${SAID_YES} and not ${HOLDS_SEATS}`;

/** An offer before it is written. Times in epoch milliseconds. */
export type OfferToInsert = Pick<
  typeof seatOffers.$inferSelect,
  "eventId" | "guestId" | "offeredAt" | "expiresAt" | "offeredBy"
>;

export function isAnswerOf(eventId: string, guestId: string): SQL | undefined {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}

/** Condition on `rsvps`: the offer is open, and expires when it did when it was read. */
export function isOpenOffer({ eventId, guestId, expiresAt }: GuestKey & { expiresAt: number | null }): SQL {
  return sql`${isAnswerOf(eventId, guestId)} and ${IS_OFFERED} and ${rsvps.offerExpiresAt} = ${expiresAt}`;
}

/** Condition on `rsvps`: the time of an offer of the event is over. */
export function isDueOffer(eventId: string, now: number): SQL {
  return sql`${rsvps.eventId} = ${eventId} and ${IS_OFFERED} and ${rsvps.offerExpiresAt} <= ${now}`;
}

/**
 * SQL for the waitlist place of a row whose seat its statement decides. By seat (`decided.seat`): it is not written
 * yet.
 */
export function placeIfWaitlisted(eventId: Bindable<string>, now: Bindable<number>): SQL {
  return sql`iif(decided.seat = 'waitlisted', ${nextPlace(eventId, now)}, null)`;
}

/**
 * Returns parties whose offer nobody could answer to the waitlist, at the place that they had. A party that did not wait
 * before its offer waits from the time at which the offer ended.
 */
export function returnToWaitlist(db: Database, which: SQL) {
  return db
    .update(rsvps)
    .set({
      seat: "waitlisted",
      waitlistedAt: sql`coalesce(${rsvps.waitlistedAt}, ${rsvps.offerExpiresAt})`,
      offerExpiresAt: null,
    })
    .where(which);
}

/**
 * Throws 409 `event_full` if an RSVP write failed for lack of seats. By seat: the one that a new party would get now.
 * @param heads the number of additional seats that it needs
 * @throws AppError 409 `event_full` with the seats left: none if they go to a waiting party
 */
export async function requireRoom({ db }: RequestContext, eventId: string, heads: number): Promise<void> {
  const [room] = await findRoom(db, eventId, heads);
  if (room === undefined || room.capacity === null || room.seat === "confirmed") return;
  const { capacity, held } = room;
  throw eventFull({ capacity: held + heads <= capacity ? held : capacity, held });
}

/** Checks whether this many more people would get a seat now. */
function findRoom(db: Database, eventId: string, heads: number) {
  const asked = { eventId, heads: sql`${heads}`, capacity: sql`${events.capacity}`, waitlist: sql`0` };
  return db
    .select({
      capacity: events.capacity,
      held: HELD.as("held_heads"),
      seat: sql<"confirmed" | "full">`${newSeatSql(asked)}`.as("found_seat"),
    })
    .from(events)
    .leftJoin(eventSeats, eq(eventSeats.eventId, events.id))
    .where(eq(events.id, eventId))
    .limit(1);
}
