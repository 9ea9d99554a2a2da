import { aliasedTable, and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { accessLogs } from "../db/schema/access.ts";
import { accessReports, challenges } from "../db/schema/challenges.ts";
import { checkInArrivals, checkIns } from "../db/schema/check-ins.ts";
import { guests } from "../db/schema/guests.ts";
import { auditRecords, isOfEvent } from "../db/schema/platform.ts";
import { type Companion, passedOver, rsvpRevisions, rsvps, seatOffers } from "../db/schema/rsvps.ts";

/** The position after which a page starts: time, then key for entries of the same time. */
export interface Before {
  at: number;
  key: string;
}

const guest = { id: aliased(guests.id, "guest.id"), name: guests.name };

/** The newest scored accesses and attempts. */
export function listScored(db: Database, eventId: string, before: Before | null, limit: number) {
  return db
    .select({ guest, openedAt: guests.openedAt, log: accessLogs })
    .from(accessLogs)
    .innerJoin(guests, and(eq(guests.eventId, accessLogs.eventId), eq(guests.id, accessLogs.guestId)))
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        isNotNull(accessLogs.risk),
        // Ids begin with their time, so the order by ID is the order by time.
        earlier(sql`${accessLogs.at}`, sql`${accessLogs.id}`, before),
      ),
    )
    .orderBy(desc(accessLogs.id))
    .limit(limit);
}

/** Selects the newest first RSVPs as they were submitted: revision 0 if an edit replaced it, else the current RSVP. */
export function listSubmitted(db: Database, eventId: string, before: Before | null, limit: number) {
  const first = aliasedTable(rsvpRevisions, "first");
  return db
    .select({
      guest,
      id: rsvps.id,
      at: rsvps.submittedAt,
      response: sql<typeof rsvps.$inferSelect.response>`coalesce(${first.response}, ${rsvps.response})`.as(
        "shown_response",
      ),
      ...shownParty(first),
    })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .leftJoin(first, and(eq(first.eventId, rsvps.eventId), eq(first.guestId, rsvps.guestId), eq(first.revision, 0)))
    .where(and(eq(rsvps.eventId, eventId), earlier(sql`${rsvps.submittedAt}`, sql`${rsvps.id}`, before)))
    .orderBy(desc(rsvps.submittedAt))
    .limit(limit);
}

/** Selects the newest edits, each with the resulting RSVP: the next revision, or the current RSVP. */
export function listEdited(db: Database, eventId: string, before: Before | null, limit: number) {
  const next = aliasedTable(rsvpRevisions, "next");
  const edit = rsvpRevisions;
  return db
    .select({
      guest,
      id: rsvps.id,
      at: edit.replacedAt,
      revision: edit.revision,
      editCount: sql<number>`coalesce(${next.editCount}, ${rsvps.editCount})`.as("shown_edit_count"),
      response: sql<typeof rsvps.$inferSelect.response>`coalesce(${next.response}, ${rsvps.response})`.as(
        "shown_response",
      ),
      ...shownParty(next),
    })
    .from(edit)
    .innerJoin(rsvps, and(eq(rsvps.eventId, edit.eventId), eq(rsvps.guestId, edit.guestId)))
    .innerJoin(guests, and(eq(guests.eventId, edit.eventId), eq(guests.id, edit.guestId)))
    .leftJoin(
      next,
      and(eq(next.eventId, edit.eventId), eq(next.guestId, edit.guestId), eq(next.revision, sql`${edit.revision} + 1`)),
    )
    .where(
      and(
        eq(edit.eventId, eventId),
        earlier(sql`${edit.replacedAt}`, sql`${rsvps.id} || ':' || ${edit.revision}`, before),
      ),
    )
    .orderBy(desc(edit.replacedAt))
    .limit(limit);
}

/** The last recorded check-ins, with how many came at first. */
export function listArrivals(db: Database, eventId: string, before: Before | null, limit: number) {
  return db
    .select({ guest, checkIn: checkIns, atFirst: countAtFirst() })
    .from(checkIns)
    .innerJoin(guests, and(eq(guests.eventId, checkIns.eventId), eq(guests.id, checkIns.guestId)))
    .where(and(eq(checkIns.eventId, eventId), earlier(sql`${checkIns.recordedAt}`, sql`${checkIns.id}`, before)))
    .orderBy(desc(checkIns.id))
    .limit(limit);
}

/** SQL for the number of people who arrived first. */
export function countAtFirst() {
  const later = sql`(select coalesce(sum(${checkInArrivals.arrivalCount}), 0) from ${checkInArrivals}
    where ${checkInArrivals.eventId} = ${checkIns.eventId} and ${checkInArrivals.guestId} = ${checkIns.guestId})`;
  return sql<number>`${checkIns.arrivalCount} - ${later}`.as("at_first");
}

/** The last arrivals of people whose party was in, with the party's total after each. */
export function listLaterArrivals(db: Database, eventId: string, before: Before | null, limit: number) {
  const { id, arrivalCount, recordedAt } = checkInArrivals;
  const since = sql`(select coalesce(sum(later.arrival_count), 0) from ${checkInArrivals} later
    where later.event_id = ${checkInArrivals.eventId} and later.guest_id = ${checkInArrivals.guestId} and later.id > ${id})`;
  return db
    .select({
      guest,
      arrival: {
        id: aliased(id, "arrival.id"),
        count: aliased(arrivalCount, "arrival.count"),
        at: aliased(recordedAt, "arrival.at"),
      },
      checkInId: aliased(checkIns.id, "check_in.id"),
      total: sql<number>`${checkIns.arrivalCount} - ${since}`.as("total"),
    })
    .from(checkInArrivals)
    .innerJoin(
      checkIns,
      and(eq(checkIns.eventId, checkInArrivals.eventId), eq(checkIns.guestId, checkInArrivals.guestId)),
    )
    .innerJoin(guests, and(eq(guests.eventId, checkInArrivals.eventId), eq(guests.id, checkInArrivals.guestId)))
    .where(and(eq(checkInArrivals.eventId, eventId), earlier(sql`${recordedAt}`, sql`${id}`, before)))
    .orderBy(desc(id))
    .limit(limit);
}

/** Selects the newest seat offers of guests who still have an RSVP. */
export function listOffered(db: Database, eventId: string, before: Before | null, limit: number) {
  return db
    .select({ guest, rsvpId: rsvps.id, offer: seatOffers })
    .from(seatOffers)
    .innerJoin(rsvps, and(eq(rsvps.eventId, seatOffers.eventId), eq(rsvps.guestId, seatOffers.guestId)))
    .innerJoin(guests, and(eq(guests.eventId, seatOffers.eventId), eq(guests.id, seatOffers.guestId)))
    .where(
      and(eq(seatOffers.eventId, eventId), earlier(sql`${seatOffers.offeredAt}`, sql`${rsvps.id} || ':offer'`, before)),
    )
    .orderBy(desc(seatOffers.offeredAt))
    .limit(limit);
}

/** Selects the newest parties that were passed over when seats were free. */
export function listPassedOver(db: Database, eventId: string, before: Before | null, limit: number) {
  const { reason, at } = passedOver;
  return db
    .select({ guest, rsvpId: rsvps.id, heads: rsvps.heads, passed: { reason, at: aliased(at, "passed.at") } })
    .from(passedOver)
    .innerJoin(rsvps, and(eq(rsvps.eventId, passedOver.eventId), eq(rsvps.guestId, passedOver.guestId)))
    .innerJoin(guests, and(eq(guests.eventId, passedOver.eventId), eq(guests.id, passedOver.guestId)))
    .where(and(eq(passedOver.eventId, eventId), earlier(sql`${at}`, sql`${rsvps.id} || ':passed'`, before)))
    .orderBy(desc(at))
    .limit(limit);
}

/** Selects the newest codes that were sent to guests, or the newest that were entered or used up. */
export function listChallenged(
  db: Database,
  eventId: string,
  which: "sent" | "ended",
  before: Before | null,
  limit: number,
) {
  const { id, channel } = challenges;
  const isSent = which === "sent";
  const at = isSent ? challenges.createdAt : challenges.endedAt;
  const isEnd = sql`(${challenges.status} = 'passed' or ${challenges.status} = 'failed')`;
  const status = isSent ? sql`'sent'` : sql`${challenges.status}`;
  return db
    .select({
      guest,
      challenge: { id: aliased(id, "challenge.id"), channel, at: sql<number>`${at}`.as("challenged_at") },
      status: sql<"sent" | "passed" | "failed">`${status}`.as("shown_status"),
    })
    .from(challenges)
    .innerJoin(guests, and(eq(guests.eventId, challenges.eventId), eq(guests.id, challenges.guestId)))
    .where(
      and(
        eq(challenges.eventId, eventId),
        isSent ? undefined : isEnd,
        earlier(sql`${at}`, sql`${id} || ':' || ${status}`, before),
      ),
    )
    .orderBy(desc(at))
    .limit(limit);
}

/** The newest reports by guests of another person's access. */
export function listReported(db: Database, eventId: string, before: Before | null, limit: number) {
  const { accessLogId, answer, reportedAt } = accessReports;
  return db
    .select({ guest, report: { accessLogId, answer, at: aliased(reportedAt, "reported_at") } })
    .from(accessReports)
    .innerJoin(guests, and(eq(guests.eventId, accessReports.eventId), eq(guests.id, accessReports.guestId)))
    .where(
      and(eq(accessReports.eventId, eventId), earlier(sql`${reportedAt}`, sql`${accessLogId} || ':report'`, before)),
    )
    .orderBy(desc(reportedAt))
    .limit(limit);
}

/**
 * Changes of the event itself, newest first. The named index has only these records. Without the name SQLite prefers
 * the primary key and reads the whole log.
 */
export function listEventChanges(db: Database, eventId: string, before: Before | null, limit: number) {
  const { id, at, action, after } = auditRecords;
  const isNext = earlier(sql`${at}`, sql`${id}`, before);
  const isMatch = and(eq(auditRecords.eventId, eventId), sql`(${isOfEvent(action)})`, isNext);
  const ids = sql`(select ${id} from ${auditRecords} indexed by audit_records_event where ${isMatch} order by ${id} desc limit ${limit})`;
  return db
    .select({ id, at, action, after })
    .from(auditRecords)
    .where(and(eq(auditRecords.eventId, eventId), sql`${id} in ${ids}`))
    .orderBy(desc(id));
}

/** The people of an RSVP: of a revision if there is one, otherwise of the current RSVP. */
function shownParty(revision: typeof rsvpRevisions) {
  return {
    plusOnes: sql<number>`coalesce(${revision.plusOnes}, ${rsvps.plusOnes})`.as("shown_plus_ones"),
    companions: sql`coalesce(${revision.companions}, ${rsvps.companions})`
      .mapWith(rsvps.companions)
      .as("shown_companions") as SQL.Aliased<Companion[]>,
    answeredBy: sql<typeof rsvps.$inferSelect.answeredBy>`coalesce(${revision.answeredBy}, ${rsvps.answeredBy})`.as(
      "shown_answered_by",
    ),
    newDevice: sql<boolean>`coalesce(${revision.newDevice}, ${rsvps.newDevice})`
      .mapWith(Boolean)
      .as("shown_new_device"),
    // A revision without a seat is not the same as no revision.
    seat: sql<typeof rsvps.$inferSelect.seat>`iif(${revision.guestId} is null, ${rsvps.seat}, ${revision.seat})`.as(
      "shown_seat",
    ),
  };
}

function earlier(at: SQL, key: SQL, before: Before | null): SQL | undefined {
  return before === null ? undefined : sql`(${at}, ${key}) < (${before.at}, ${before.key})`;
}
