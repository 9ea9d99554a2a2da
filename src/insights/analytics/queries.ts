import { and, asc, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../../db/joins.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { REPORTED_CHECK_IN, REPORTED_GUEST } from "../../db/selected-columns.ts";
import { ANY_TIME, hasStanding, peopleComing, standingSql } from "../../db/standing.ts";
import type { RsvpResponse } from "../../kernel/rsvp.ts";
import { ZONE_STEP_MS } from "../../kernel/zoned-time.ts";
import { LATEST, RESPONSE_TIMES, type ResponseTimeBucket } from "./schemas.ts";

/** Guests with equal channel, response, standing, companions and response time. */
export type GuestGroupRow = Awaited<ReturnType<typeof groupGuests>>[number];

/** The first answers of one quarter of an hour. */
export type QuarterRow = Awaited<ReturnType<typeof countByQuarter>>[number];

export type StaleRow = Awaited<ReturnType<typeof listStale>>[number];

export type GuestFacts = Awaited<ReturnType<typeof listGuestFacts>>[number];

/**
 * Counts the guests of an event in groups, from which every figure but the series is summed. Reads each guest, link, RSVP
 * and check-in once.
 */
export function groupGuests(db: Database, eventId: string, now: number) {
  return db
    .select({
      utmSource: channel(),
      response: rsvps.response,
      plusOnes: rsvps.plusOnes,
      standing: standingSql(now, checkIns.walkIn).as("standing"),
      responseTime: responseTime().as("response_time"),
      guests: sql<number>`count(*)`.as("guests"),
      peopleComing: sql<number>`sum(${peopleComing(checkIns.walkIn)})`.as("people_coming"),
      invited: sql<number>`count(${guests.invitedAt})`.as("invited"),
      opened: sql<number>`count(${guests.openedAt})`.as("opened"),
      checkedIn: sql<number>`count(${checkIns.guestId})`.as("checked_in"),
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(eq(guests.eventId, eventId))
    .groupBy(sql`channel`, rsvps.response, rsvps.plusOnes, sql`standing`, sql`response_time`);
}

/**
 * Counts first RSVPs since a time per quarter of an hour, by response: the series is what guests replied. The caller
 * adds the quarters to days of the event's time zone, because SQLite has no time zones. Offsets of time zones are
 * multiples of 15 minutes.
 */
export function countByQuarter(db: Database, eventId: string, since: number) {
  const as = (response: RsvpResponse) => sql<number>`sum(${rsvps.response} = ${response})`.as(response);
  return db
    .select({
      quarter: sql<number>`cast(${rsvps.submittedAt} / ${ZONE_STEP_MS} as integer)`.as("quarter"),
      attending: as("attending"),
      declined: as("declined"),
      maybe: as("maybe"),
    })
    .from(rsvps)
    .where(and(eq(rsvps.eventId, eventId), gte(rsvps.submittedAt, since)))
    .groupBy(sql`quarter`);
}

/**
 * Selects silent guests: guests who opened the invitation first, then by time of invitation. The RSVP comes first in the
 * condition, because the standing reads a check-in.
 */
export function listStale(db: Database, eventId: string, limit: number) {
  const { id, name, email, invitedAt, openedAt } = guests;
  return db
    .select({ guestId: id, name, email, invitedAt: sql<number>`${invitedAt}`.as("waiting_since"), openedAt })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), isNull(rsvps.guestId), hasStanding(["silent"], ANY_TIME)))
    .orderBy(sql`${openedAt} is null`, asc(invitedAt), asc(id))
    .limit(limit);
}

/** Selects every guest with link, RSVP and check-in, in order of creation. */
export function listGuestFacts(db: Database, eventId: string, now: number) {
  return db
    .select({
      ...REPORTED_GUEST,
      utmSource: channel(),
      standing: standingSql(now, checkIns.walkIn).as("standing"),
      response: rsvps.response,
      seat: rsvps.seat,
      plusOnes: rsvps.plusOnes,
      submittedAt: rsvps.submittedAt,
      editCount: rsvps.editCount,
      ...REPORTED_CHECK_IN,
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(eq(guests.eventId, eventId))
    .orderBy(asc(guests.id));
}

/** The channel of a guest's valid link. A subquery with a limit reads one row; a join would look for a second link. */
function channel(): SQL.Aliased<string | null> {
  return sql<string | null>`(
    select ${accessTokens.utmSource} from ${accessTokens}
    where ${accessTokens.eventId} = ${guests.eventId} and ${accessTokens.guestId} = ${guests.id}
      and ${accessTokens.revokedAt} is null
    limit 1
  )`.as("channel");
}

/**
 * SQL for the bucket of the time from a guest's first link to the RSVP; null without an RSVP. `invited_at` is the time
 * of the first link, because one batch writes both.
 */
function responseTime(): SQL<ResponseTimeBucket | null> {
  const took = sql`${rsvps.submittedAt} - ${guests.invitedAt}`;
  const cases = RESPONSE_TIMES.map(({ bucket, underMs }) => sql`when ${took} < ${underMs} then ${bucket}`);
  return sql`case when ${took} is null then null ${sql.join(cases, sql` `)} else ${LATEST} end`;
}
