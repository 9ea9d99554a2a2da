import { and, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { alertSettings } from "../../db/schema/alerts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { passedOver, rsvps, seatOffers } from "../../db/schema/rsvps.ts";
import { isWaitlisted, SAID_YES } from "../../db/standing.ts";
import { IS_OPEN } from "../../events/seats/seats.ts";
import { HAS_FACTOR } from "../../platform/authorization/queries.ts";
import { nextVersion } from "../../platform/commit/unchanged.ts";
import type { AlertSettings } from "./alert-settings.ts";

export const settings = { answers: alertSettings.answers, risk: alertSettings.risk, waitlist: alertSettings.waitlist };

/** Stores the settings of a member, if the write condition is true. */
export function upsertSettings(
  db: Database,
  key: { eventId: string; userId: string },
  chosen: AlertSettings,
  now: number,
  guard: SQL = sql`true`,
) {
  const row = { ...key, ...chosen, updatedAt: now };
  return insertWhere(db, alertSettings, row, guard).onConflictDoUpdate({
    target: [alertSettings.eventId, alertSettings.userId],
    set: { ...chosen, updatedAt: nextVersion(alertSettings, now) },
  });
}

/**
 * The members of an open event whose address is verified, with their settings.
 * @param userId one of them alone
 * @param also a further condition on the event and the user
 */
export function listMembers(db: Database, eventId: string, userId?: string, also?: SQL) {
  return db
    .select({
      userId: aliased(users.id, "member.id"),
      name: aliased(users.name, "member.name"),
      email: users.email,
      locale: users.locale,
      hostId: events.hostId,
      eventName: aliased(events.name, "event.name"),
      timezone: events.timezone,
      settings,
    })
    .from(eventCollaborators)
    .innerJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
    .innerJoin(users, and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt), isNotNull(users.email)))
    .leftJoin(alertSettings, isOf(eventId, users.id))
    .where(
      and(
        eq(eventCollaborators.eventId, eventId),
        eq(users.emailVerified, true),
        also,
        userId === undefined ? undefined : eq(eventCollaborators.userId, userId),
      ),
    );
}

/** Selects the members of `listMembers` who get alerts: they have the second factor if the event requires one. */
export function listAlerted(db: Database, eventId: string, userId?: string) {
  return listMembers(db, eventId, userId, HAS_FACTOR);
}

/** A span of time, epoch milliseconds: after `since`, up to `until`. */
export interface Span {
  since: number;
  until: number;
}

/** Answers that guests gave or changed, newest first. */
export function listAnswers(db: Database, eventId: string, { since, until }: Span, limit: number) {
  return db
    .select({
      name: guests.name,
      response: rsvps.response,
      plusOnes: rsvps.plusOnes,
      seat: rsvps.seat,
      newDevice: rsvps.newDevice,
      isNew: sql<boolean>`${rsvps.submittedAt} > ${since}`.mapWith(Boolean).as("is_new"),
    })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .where(
      and(
        eq(rsvps.eventId, eventId),
        gt(rsvps.updatedAt, since),
        lte(rsvps.updatedAt, until),
        eq(rsvps.answeredBy, "guest"),
      ),
    )
    .orderBy(desc(rsvps.updatedAt))
    .limit(limit);
}

/**
 * Parties that began to wait for a seat, or whose offer ran out. By seat and not by standing, because the seat has
 * indexes, and only an RSVP has a seat.
 */
export function listWaiting(db: Database, eventId: string, { since, until }: Span, limit: number) {
  const began = and(isWaitlisted(), gt(rsvps.waitlistedAt, since), lte(rsvps.waitlistedAt, until));
  const ranOut = and(
    SAID_YES,
    isNull(rsvps.seat),
    sql`exists (select 1 from ${seatOffers} where ${seatOffers.eventId} = ${rsvps.eventId}
      and ${seatOffers.guestId} = ${rsvps.guestId} and ${seatOffers.expiresAt} > ${since} and ${seatOffers.expiresAt} <= ${until})`,
  );
  return db
    .select({
      name: guests.name,
      heads: rsvps.heads,
      isWaiting: sql<boolean>`${isWaitlisted()}`.mapWith(Boolean).as("is_waiting"),
    })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .where(and(eq(rsvps.eventId, eventId), or(began, ranOut)))
    .limit(limit);
}

/** Counts the parties that were passed over and still are, by the reason. A party has one open row. */
export function countPassedOver(db: Database, eventId: string, { since, until }: Span) {
  return db
    .select({ reason: passedOver.reason, parties: sql<number>`count(*)`.as("parties") })
    .from(passedOver)
    .where(and(eq(passedOver.eventId, eventId), IS_OPEN, gt(passedOver.at, since), lte(passedOver.at, until)))
    .groupBy(passedOver.reason);
}

/** Guests whose invitation did not arrive. */
export function listUndelivered(db: Database, eventId: string, { since, until }: Span, limit: number) {
  return db
    .select({ name: guests.name })
    .from(guests)
    .where(
      and(
        eq(guests.eventId, eventId),
        gt(guests.deliveryAt, since),
        lte(guests.deliveryAt, until),
        or(eq(guests.deliveryStatus, "bounced"), eq(guests.deliveryStatus, "failed")),
      ),
    )
    .limit(limit);
}

export function isOf(eventId: string, userId: string | typeof users.id) {
  return and(eq(alertSettings.eventId, eventId), sql`${alertSettings.userId} = ${userId}`);
}
