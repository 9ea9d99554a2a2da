import { aliasedTable, type SQL, sql } from "drizzle-orm";
import type { Bindable } from "../../db/prepared-statement.ts";
import { eventSeats } from "../../db/schema/events.ts";
import { rsvps } from "../../db/schema/rsvps.ts";

/** An attending answer that asks for heads of an event with a capacity. */
export interface SeatRequest {
  eventId: Bindable<string>;
  /** Heads that the answer has not got yet: all of a first answer, the difference of a larger one. */
  heads: SQL | Bindable<number>;
  capacity: SQL | Bindable<number | null>;
  /** Whether an answer that does not fit waits: 1 or 0. */
  waitlist: SQL | Bindable<number>;
}

/**
 * The seat of an answer, decided in the statement that writes it: `confirmed` when its heads are free and no waiting party
 * fits into what is left, else `waitlisted` when there is a waitlist, else `full`, which the column refuses, so that the
 * batch aborts. Reads one row of `event_seats` and at most one of the waitlist.
 */
export function seatFor({ eventId, heads, capacity, waitlist }: SeatRequest): SQL {
  const waiting = aliasedTable(rsvps, "waiting");
  const decide = (held: SQL) => sql`case
    when ${held} + ${heads} <= ${capacity} and not exists (
      select 1 from ${rsvps} as ${waiting} where ${waiting.eventId} = ${eventId} and ${waiting.seat} = 'waitlisted'
        and ${waiting.heads} <= ${capacity} - ${held})
      then 'confirmed'
    when ${waitlist} then 'waitlisted' else 'full' end`;
  const ofEvent = sql`select ${decide(sql`${eventSeats.held}`)} from ${eventSeats} where ${eventSeats.eventId} = ${eventId}`;
  // Before the first seat of an event is taken it has no row.
  return sql`coalesce((${ofEvent}), ${decide(sql`0`)})`;
}

/**
 * The place of a party that begins to wait (epoch milliseconds): now, and after everybody who waits, whichever request
 * read its clock first. Reads one row.
 */
export function nextPlace(eventId: Bindable<string>, now: Bindable<number>): SQL {
  const waiting = aliasedTable(rsvps, "waiting");
  return sql`max(${now}, 1 + coalesce((select max(${waiting.waitlistedAt}) from ${rsvps} as ${waiting}
    where ${waiting.eventId} = ${eventId} and ${waiting.seat} = 'waitlisted'), 0))`;
}

/** More than this many parties ahead are not counted. */
export const MAX_POSITION = 100;

/**
 * A waiting party's place in the line: 1 is next. Counts at most `MAX_POSITION` rows, and none for another seat; null
 * beyond, and for who does not wait.
 */
export function waitlistPosition(): SQL<number | null> {
  const ahead = aliasedTable(rsvps, "ahead");
  const counted = sql`select count(*) from (select 1 from ${rsvps} as ${ahead} where ${ahead.eventId} = ${rsvps.eventId}
    and ${ahead.seat} = 'waitlisted' and ${ahead.waitlistedAt} < ${rsvps.waitlistedAt} limit ${sql.raw(String(MAX_POSITION))})`;
  return sql<number | null>`iif(${rsvps.seat} = 'waitlisted',
    nullif((${counted}), ${sql.raw(String(MAX_POSITION))}) + 1, null)`;
}

/** A guest's id has so many characters. */
const ID_LENGTH = 36;

/**
 * The same for the rows of a list. The first parties of the line are read once, with the first row that waits, and each
 * row's place is where the guest's id is among theirs; a list without a waiting party reads none.
 */
export function waitlistPositionIn(eventId: string, guestId: SQL): SQL<number | null> {
  const waiting = aliasedTable(rsvps, "waiting");
  const line = sql`(select group_concat(first.id, '' order by first.at) from (
    select ${waiting.guestId} as id, ${waiting.waitlistedAt} as at from ${rsvps} as ${waiting}
    where ${waiting.eventId} = ${eventId} and ${waiting.seat} = 'waitlisted'
    order by ${waiting.waitlistedAt} limit ${sql.raw(String(MAX_POSITION))}) first)`;
  const length = sql.raw(String(ID_LENGTH));
  return sql<number | null>`iif(${rsvps.seat} = 'waitlisted',
    nullif((instr(${line}, ${guestId}) + ${length} - 1) / ${length}, 0), null)`;
}
