import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { eventWindow } from "../kernel/event-window.ts";
import type { ReplyState, Seat, Standing } from "../kernel/rsvp.ts";
import { eventEndsAt } from "./event-window.ts";
import { ANSWER_OF_GUEST } from "./joins.ts";
import type { Bindable } from "./prepared-statement.ts";
import { checkIns } from "./schema/check-ins.ts";
import { type EventRow, eventSeats, events } from "./schema/events.ts";
import { guests } from "./schema/guests.ts";
import { rsvps } from "./schema/rsvps.ts";

export { type StandingFacts, standingOf } from "../kernel/standing.ts";

/** For standings that do not depend on the time: all but `offered` and `unseated`. */
export const ANY_TIME = 0;

/** SQL twin of `seatAt`. */
export function seatSql(now: Bindable<number>): SQL<Seat | null> {
  return sql<Seat | null>`iif(${rsvps.seat} = 'offered' and ${rsvps.offerExpiresAt} <= ${now}, null, ${rsvps.seat})`;
}

/** SQL condition: the guest of the row was added at the door. Reads one row of `check_ins`, or none. */
const WAS_ADDED_AT_DOOR = sql`exists (select 1 from ${checkIns} as door where door.event_id = ${guests.eventId}
  and door.guest_id = ${guests.id} and door.walk_in = 1)`;

/**
 * SQL twin of `standingOf`, for a row of `guests` that is left-joined with its RSVP (`ANSWER_OF_GUEST`).
 * @param now epoch milliseconds
 * @param walkIn the flag of the guest's check-in, in a query that joins it (`CHECK_IN_OF_GUEST`)
 */
export function standingSql(now: Bindable<number>, walkIn: SQL | SQLiteColumn = WAS_ADDED_AT_DOOR): SQL<Standing> {
  return sql<Standing>`case when ${walkIn} then 'walk_in'
    when ${rsvps.response} = 'attending' then replace(coalesce(${seatSql(now)}, 'unseated'), 'confirmed', 'coming')
    else coalesce(${rsvps.response}, iif(${guests.invitedAt} is null, 'not_invited', 'silent')) end`;
}

/** `standingSql` at `ANY_TIME` for a row of `guests` that is not joined: for a condition that few rows reach. */
export function standingOfGuest(): SQL<Standing> {
  return sql<Standing>`(select ${standingSql(ANY_TIME)} from (select 1) left join ${rsvps} on ${ANSWER_OF_GUEST})`;
}

/** SQL condition: the guest of the row has one of these standings. Joins as in `standingSql`. */
export function hasStanding(standings: readonly Standing[], now: Bindable<number>, walkIn?: SQL | SQLiteColumn): SQL {
  const names = sql.raw(standings.map((standing) => `'${standing}'`).join());
  return sql`${standingSql(now, walkIn)} in (${names})`;
}

// Conditions on single columns, for what a column decides without the standing. A standing needs the guest and the
// check-in too, so a write of a seat, a partial index of `rsvps` and a query that must not read more rows use these.

/** SQL of `saidYes`. */
export const SAID_YES = sql`${rsvps.response} is 'attending'`;

/** SQL of `saidNo`. */
export const SAID_NO = sql`${rsvps.response} is 'declined'`;

/** The party has a confirmed seat. So it said yes, and also at an event without a capacity. */
export const HAS_SEAT = sql`${rsvps.seat} is 'confirmed'`;

/** The party has an offer of a seat. */
export const IS_OFFERED = sql`${rsvps.seat} = 'offered'`;

/** The people of the party count as seated: its seat is confirmed or offered. */
export const HOLDS_SEATS = sql`(${HAS_SEAT} or ${rsvps.seat} is 'offered')`;

/** The party is on the waitlist. @param of an alias, in a query that also has the table for something else */
export function isWaitlisted(of = rsvps): SQL {
  return sql`${of.seat} = 'waitlisted'`;
}

/** The guest got a link. A guest with an RSVP that a host recorded may have none, and a walk-in may have one. */
export const HAS_LINK = sql`${guests.invitedAt} is not null`;

/** The facts that decide whether an event takes replies. Times in epoch milliseconds. */
export type ReplyFacts = Pick<
  EventRow,
  "cancelledAt" | "eventDate" | "endTime" | "rsvpDeadline" | "capacity" | "waitlist"
> & {
  /** People with a confirmed or an offered seat. */
  held: number;
};

/**
 * Returns whether an event takes replies, by the first rule that matches. `closed`: the deadline has passed; an offer
 * can still be answered, and a guest can still decline. `full`: no seat is left and there is no waitlist. A party that
 * is too large for the seats left is not a state of the event.
 * @param now epoch milliseconds
 */
export function replyStateOf(event: ReplyFacts, now: number): ReplyState {
  if (event.cancelledAt !== null) return "cancelled";
  if (now >= eventWindow(event).endsAt) return "over";
  if (event.rsvpDeadline !== null && now >= event.rsvpDeadline) return "closed";
  if (event.capacity !== null && event.held >= event.capacity && !event.waitlist) return "full";
  return "open";
}

/** SQL twin of `replyStateOf`, for a row of `events` that is left-joined with `event_seats`. */
export function replyStateSql(now: Bindable<number>): SQL<ReplyState> {
  return sql<ReplyState>`case when ${events.cancelledAt} is not null then 'cancelled'
    when ${now} >= ${eventEndsAt()} then 'over'
    when ${now} >= ${events.rsvpDeadline} then 'closed'
    when coalesce(${eventSeats.held}, 0) >= ${events.capacity} and not ${events.waitlist} then 'full'
    else 'open' end`;
}

/**
 * SQL for the people of the row's RSVP who come: they have a confirmed seat. Every count of people who come is a sum of
 * it. Joins as in `standingSql`.
 */
export function peopleComing(walkIn?: SQL | SQLiteColumn): SQL<number> {
  return sql<number>`iif(${hasStanding(["coming"], ANY_TIME, walkIn)}, ${rsvps.heads}, 0)`;
}
