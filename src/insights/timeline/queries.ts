import { aliasedTable, and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { users } from "../../db/schema/accounts.ts";
import { accessReports, challenges } from "../../db/schema/challenges.ts";
import { checkInArrivals, checkIns } from "../../db/schema/check-ins.ts";
import { doorDevices } from "../../db/schema/door-devices.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { deliveries, messageDeliveries, messages } from "../../db/schema/messages.ts";
import { auditRecords } from "../../db/schema/platform.ts";
import { type GuestKey, rsvpRevisions, rsvps, seatOffers } from "../../db/schema/rsvps.ts";

/** The entry after which a page starts: its time, and its key among entries of the same time. */
export interface TimelinePosition {
  at: number;
  key: string;
}

/** Position and size of a page of a timeline. */
export interface TimelinePage {
  after: TimelinePosition | null;
  limit: number;
}

/** Maximum links of a guest in the timeline. */
const MAX_LINKS = 200;
/** Maximum revisions of an RSVP: five of the guest, and the host's. */
const MAX_REVISIONS = 500;
/** Times that the check-in of one guest was undone. */
const MAX_UNDONE = 100;
/** A party has at most twenty people. */
const MAX_ARRIVALS = 20;
const MAX_OFFERS = 200;
const MAX_CHALLENGES = 200;
const MAX_REPORTS = 50;

/** Selects the time at which the guest was added. */
export function findAdded(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({ at: guests.createdAt })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** The guest's links, newest first. */
export function listLinks(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({
      id: accessTokens.id,
      utmSource: accessTokens.utmSource,
      createdAt: accessTokens.createdAt,
      revokedAt: accessTokens.revokedAt,
    })
    .from(accessTokens)
    .where(and(eq(accessTokens.eventId, eventId), eq(accessTokens.guestId, guestId)))
    .orderBy(desc(accessTokens.id))
    .limit(MAX_LINKS);
}

/** Lists emails and text messages that only the guest got, newest change first. */
export function listMails(db: Database, { eventId, guestId }: GuestKey, { after, limit }: TimelinePage) {
  const { id, kind, channel, status, reason, bounceType, updatedAt: at } = deliveries;
  return db
    .select({ id, kind, channel, status, reason, bounceType, at })
    .from(deliveries)
    .where(
      and(eq(deliveries.eventId, eventId), eq(deliveries.guestId, guestId), earlier(at, sql`'mail ' || ${id}`, after)),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit);
}

/** Lists the event's messages that were sent to the guest, newest change first. */
export function listMessages(db: Database, { eventId, guestId }: GuestKey, { after, limit }: TimelinePage) {
  const { id, slug, channel, subject } = messages;
  const { status, reason, bounceType, updatedAt: at } = messageDeliveries;
  return db
    .select({ id, slug, channel, subject, status, reason, bounceType, at: aliased(at, "delivered_at") })
    .from(messages)
    .innerJoin(
      messageDeliveries,
      and(
        eq(messageDeliveries.eventId, messages.eventId),
        eq(messageDeliveries.messageId, messages.id),
        eq(messageDeliveries.guestId, guestId),
      ),
    )
    .where(and(eq(messages.eventId, eventId), earlier(at, sql`'message ' || ${id}`, after)))
    .orderBy(desc(at), desc(id))
    .limit(limit);
}

/** Openings of the guest's links, newest first. */
export function listOpenings(db: Database, { eventId, guestId }: GuestKey, { after, limit }: TimelinePage) {
  const { id, at, risk, automated, device, userAgent, count } = accessLogs;
  const isOpening = and(
    eq(accessLogs.eventId, eventId),
    eq(accessLogs.guestId, guestId),
    eq(accessLogs.kind, "access"),
  );
  return (
    db
      .select({ id, at, risk, automated, device, userAgent, count })
      .from(accessLogs)
      .where(and(isOpening, earlier(at, sql`'opening ' || ${id}`, after)))
      // Ids begin with their time, so the order by ID is the order by time.
      .orderBy(desc(id))
      .limit(limit)
  );
}

/** Selects the states of the guest's RSVP, oldest first; the last is the current one. */
export function listAnswers(db: Database, { eventId, guestId }: GuestKey) {
  const state = aliasedTable(rsvpRevisions, "state");
  return db
    .select({
      revision: state.revision,
      response: state.response,
      plusOnes: state.plusOnes,
      seat: state.seat,
      answeredBy: state.answeredBy,
      newDevice: state.newDevice,
      at: aliased(state.recordedAt, "stated_at"),
      replacedBy: state.replacedBy,
    })
    .from(state)
    .where(and(eq(state.eventId, eventId), eq(state.guestId, guestId)))
    .orderBy(asc(state.revision))
    .limit(MAX_REVISIONS);
}

/** The guest's current RSVP. */
export function findCurrentAnswer(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({
      response: rsvps.response,
      plusOnes: rsvps.plusOnes,
      seat: rsvps.seat,
      answeredBy: rsvps.answeredBy,
      newDevice: rsvps.newDevice,
      at: aliased(rsvps.updatedAt, "stated_at"),
    })
    .from(rsvps)
    .where(and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId)))
    .limit(1);
}

/** Condition: the named device scanned. A scanner ticket is its member's own phone. */
function isDoorOf({ eventId, deviceId }: typeof checkIns | typeof checkInArrivals) {
  return and(eq(doorDevices.eventId, eventId), eq(doorDevices.id, deviceId), isNull(doorDevices.expiresAt));
}

/** The guest's check-in, with the user and the device that scanned. */
export function findArrival(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({
      id: aliased(checkIns.id, "check_in.id"),
      at: checkIns.recordedAt,
      arrivalCount: checkIns.arrivalCount,
      walkIn: checkIns.walkIn,
      by: aliased(users.name, "by_name"),
      door: aliased(doorDevices.name, "door_name"),
    })
    .from(checkIns)
    .innerJoin(users, eq(users.id, checkIns.checkedInBy))
    .leftJoin(doorDevices, isDoorOf(checkIns))
    .where(and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId)))
    .limit(1);
}

/** People of the party who came after the check-in, newest first. */
export function listLaterArrivals(db: Database, { eventId, guestId }: GuestKey) {
  const { id, recordedAt: at, arrivalCount } = checkInArrivals;
  return db
    .select({
      id: aliased(id, "arrival.id"),
      at,
      arrivalCount,
      by: aliased(users.name, "by_name"),
      door: aliased(doorDevices.name, "door_name"),
    })
    .from(checkInArrivals)
    .innerJoin(users, eq(users.id, checkInArrivals.recordedBy))
    .leftJoin(doorDevices, isDoorOf(checkInArrivals))
    .where(and(eq(checkInArrivals.eventId, eventId), eq(checkInArrivals.guestId, guestId)))
    .orderBy(desc(id))
    .limit(MAX_ARRIVALS);
}

/** Seats that the party was offered, newest first. */
export function listOffers(db: Database, { eventId, guestId }: GuestKey) {
  const { offeredAt: at, expiresAt, heads } = seatOffers;
  return db
    .select({ at, expiresAt, heads })
    .from(seatOffers)
    .where(and(eq(seatOffers.eventId, eventId), eq(seatOffers.guestId, guestId)))
    .orderBy(desc(at))
    .limit(MAX_OFFERS);
}

/** Lists when check-ins of the guest were undone, newest first. */
export function listUndone(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({ id: auditRecords.id, at: auditRecords.at })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.eventId, eventId),
        eq(auditRecords.action, "check_in.undone"),
        isNotNull(auditRecords.before),
        sql`${auditRecords.before} ->> 'guest_id' = ${guestId}`,
      ),
    )
    .orderBy(desc(auditRecords.id))
    .limit(MAX_UNDONE);
}

/** Codes that the guest was sent, newest first. */
export function listChallenges(db: Database, { eventId, guestId }: GuestKey) {
  const { id, channel, status, createdAt, endedAt } = challenges;
  return db
    .select({ id, channel, status, createdAt, endedAt })
    .from(challenges)
    .where(and(eq(challenges.eventId, eventId), eq(challenges.guestId, guestId)))
    .orderBy(desc(id))
    .limit(MAX_CHALLENGES);
}

/** Accesses that the guest has reported, newest first. */
export function listReports(db: Database, { eventId, guestId }: GuestKey) {
  const { accessLogId, answer, reportedAt } = accessReports;
  return db
    .select({ accessLogId, answer, at: aliased(reportedAt, "reported_at") })
    .from(accessReports)
    .where(and(eq(accessReports.eventId, eventId), eq(accessReports.guestId, guestId)))
    .orderBy(desc(reportedAt))
    .limit(MAX_REPORTS);
}

function earlier(
  at: typeof deliveries.updatedAt | typeof messageDeliveries.updatedAt | typeof accessLogs.at,
  key: SQL,
  after: TimelinePosition | null,
): SQL | undefined {
  return after === null ? undefined : sql`(${at}, ${key}) < (${after.at}, ${after.key})`;
}
