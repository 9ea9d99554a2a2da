import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertFrom, insertWhere } from "../../db/inserts.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { type GuestKey, passedOver, rsvps, type StopReason, stalledWaitlists } from "../../db/schema/rsvps.ts";
import { isWaitlisted } from "../../db/standing.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { REJECTED_GLOB } from "../../kernel/delivery-outcome.ts";
import { addressStopSql, hostStopSql } from "../../sending/stop.ts";
import { IS_OPEN, isPassedOver, isStalled } from "./seats.ts";

/** The purpose of the email about an offer. */
const PURPOSE = "host";

/** The limit of emails to a mailbox is of a sliding hour. */
const RECHECK_MAILBOX_MS = 10 * MINUTE_MS;

/** SQL for why the host of an event may email no waiting party, or null. */
export function offersStop(eventId: string, now: number): SQL<StopReason | null> {
  return hostStopSql({ purpose: PURPOSE, hostId: hostOf(eventId) }, now);
}

/**
 * SQL for why a guest cannot be emailed an offer, or null, for a row of `guests`: the reason of the address. A guest
 * without one is offered a seat without an email.
 */
export function addressStop(eventId: string, now: number): SQL<StopReason | null> {
  const mailbox = { emailKey: sql`${guests.emailKey}`, hostId: hostOf(eventId) };
  const isRejected = sql`(${guests.deliveryStatus} = 'bounced'
    or (${guests.deliveryStatus} = 'failed' and ${guests.deliveryReason} glob ${REJECTED_GLOB}))`;
  return sql`(case when ${guests.emailKey} is null then null when ${isRejected} then 'bounced'
    else ${addressStopSql(PURPOSE, mailbox, now)} end)`;
}

function hostOf(eventId: string): SQL {
  return sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
}

/** SQL for why a guest cannot be emailed an offer, or null, for a row of `guests`. */
function guestStop(eventId: string, now: number): SQL<StopReason | null> {
  return sql`(case when ${guests.emailKey} is not null
    then coalesce(${addressStop(eventId, now)}, ${offersStop(eventId, now)}) end)`;
}

/** SQL for `guestStop` of one guest. */
export function stopOf(eventId: string, guestId: string | SQL, now: number): SQL<StopReason | null> {
  const { eventId: event, id } = guests;
  return sql`(select ${guestStop(eventId, now)} from ${guests} where ${event} = ${eventId} and ${id} = ${guestId})`;
}

/** Condition on a waiting party: it may be offered free seats now. */
export function isOfferable(waiting: typeof rsvps): SQL {
  const hasAddress = sql`exists (select 1 from ${guests} where ${guests.eventId} = ${waiting.eventId}
    and ${guests.id} = ${waiting.guestId} and ${guests.email} is not null)`;
  return sql`not ${isPassedOver(waiting)} and not (${isStalled(sql`${waiting.eventId}`)} and ${hasAddress})`;
}

/** Passes a party over if the write condition is true. */
export function insertPassedOver(db: Database, row: typeof passedOver.$inferInsert, guard: SQL) {
  return insertWhere(db, passedOver, row, guard).onConflictDoNothing().returning({ guestId: passedOver.guestId });
}

/** Condition: an insert of `insertPassedOver` has written this row. */
export function wasPassedOver({ eventId, guestId, at }: typeof passedOver.$inferInsert): SQL {
  return sql`exists (select 1 from ${passedOver} where ${passedOver.eventId} = ${eventId}
    and ${passedOver.guestId} = ${guestId} and ${passedOver.at} = ${at})`;
}

/**
 * Makes the Scheduler resume the offers of an event if the write condition is true.
 * @param reason why the host may email nobody; null: a party is passed over because of its mailbox
 */
export function stall(db: Database, eventId: string, reason: StopReason | SQL | null, now: number, guard: SQL) {
  const row = { eventId, reason: sql`${reason}`, resumeAt: nextCheck(sql`${reason} is null`, now) };
  return insertFrom(db, stalledWaitlists, row, sql`where ${guard}`).onConflictDoUpdate({
    target: stalledWaitlists.eventId,
    set: {
      reason: sql`coalesce(excluded.reason, ${stalledWaitlists.reason})`,
      resumeAt: sql`min(excluded.resume_at, ${stalledWaitlists.resumeAt})`,
    },
  });
}

/**
 * Makes the Scheduler look at a waitlist again if this guest was passed over: an invitation has arrived. Reads no row for
 * another guest.
 */
export function lookAgain(db: Database, { eventId, guestId }: GuestKey) {
  const isPassedOver = sql`${passedOver.eventId} = ${eventId} and ${passedOver.guestId} = ${guestId} and ${IS_OPEN}`;
  return insertFrom(
    db,
    stalledWaitlists,
    { eventId, resumeAt: 0 },
    sql`from ${passedOver} where ${isPassedOver}`,
  ).onConflictDoUpdate({ target: stalledWaitlists.eventId, set: { resumeAt: 0 } });
}

/**
 * SQL for when a waitlist is looked at again: the emails of a mailbox leave its hour at any time, and those of a host the
 * window at a full hour.
 */
export function nextCheck(isAboutMailbox: SQL, now: number): SQL<number> {
  const nextHour = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  return sql<number>`iif(${isAboutMailbox}, ${now + RECHECK_MAILBOX_MS}, ${nextHour})`;
}

/**
 * Ends what has no reason any more, and corrects reasons that changed: an address that is corrected while the host's
 * emails are paused. Without passed-over parties, these statements read no row.
 * @param isOn condition: the event takes place and has not started
 */
export function endReasons(db: Database, eventId: string, now: number, isOn: SQL) {
  const stop = stopOf(eventId, sql`${passedOver.guestId}`, now);
  const ofEvent = sql`${passedOver.eventId} = ${eventId} and ${IS_OPEN}`;
  const isAbout = (reasons: SQL) => sql`exists (select 1 from ${passedOver} where ${ofEvent} and ${reasons})`;
  const hasFullMailbox = isAbout(sql`${passedOver.reason} = 'mailbox_limit'`);
  const isOfHost = inArray(passedOver.reason, ["email_unverified", "sending_paused", "sending_limit"]);
  return [
    db
      .update(passedOver)
      .set({ ended: true })
      .where(and(ofEvent, sql`${stop} is null`)),
    db
      .update(passedOver)
      .set({ reason: stop })
      .where(and(ofEvent, sql`${stop} <> ${passedOver.reason}`)),
    db
      .update(stalledWaitlists)
      .set({ reason: offersStop(eventId, now) })
      .where(and(eq(stalledWaitlists.eventId, eventId), isNotNull(stalledWaitlists.reason))),
    stall(db, eventId, offersStop(eventId, now), now, sql`(${hasFullMailbox} or ${isAbout(isOfHost)})`),
    db
      .delete(stalledWaitlists)
      .where(
        and(
          eq(stalledWaitlists.eventId, eventId),
          sql`(not ${isOn} or (${stalledWaitlists.reason} is null and not ${hasFullMailbox}))`,
        ),
      ),
  ] as const;
}

/** SQL for why the party of a row of `rsvps` was passed over, or null. Looks it up only for a waiting party. */
export function passedOverReason(): SQL<StopReason | null> {
  return sql<StopReason | null>`iif(${isWaitlisted()}, (select ${passedOver.reason} from ${passedOver}
    where ${passedOver.eventId} = ${rsvps.eventId} and ${passedOver.guestId} = ${rsvps.guestId} and ${IS_OPEN}), null)`;
}

/** Most passed-over parties that are listed. */
const MAX_LISTED = 100;

/** Lists the passed-over parties of an event, the longest-waiting first. */
export function listPassedOver(db: Database, eventId: string) {
  return db
    .select({
      guestId: passedOver.guestId,
      name: guests.name,
      heads: rsvps.heads,
      reason: passedOver.reason,
      at: passedOver.at,
    })
    .from(passedOver)
    .innerJoin(rsvps, and(eq(rsvps.eventId, passedOver.eventId), eq(rsvps.guestId, passedOver.guestId), isWaitlisted()))
    .innerJoin(guests, and(eq(guests.eventId, passedOver.eventId), eq(guests.id, passedOver.guestId)))
    .where(and(eq(passedOver.eventId, eventId), IS_OPEN))
    .orderBy(rsvps.waitlistedAt)
    .limit(MAX_LISTED);
}
