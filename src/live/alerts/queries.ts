import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { alertRounds, alertSettings } from "../../db/schema/alerts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { rsvps, seatOffers } from "../../db/schema/rsvps.ts";
import { HAS_FACTOR } from "../../platform/authorization/queries.ts";
import type { AlertSettings, RoundKind } from "./alert-settings.ts";

const settings = { answers: alertSettings.answers, risk: alertSettings.risk, waitlist: alertSettings.waitlist };

/** The stored settings of a member. */
export function findSettings(db: Database, eventId: string, userId: string) {
  return db.select(settings).from(alertSettings).where(isOf(eventId, userId)).limit(1);
}

/** Stores the settings of a member, if the guard holds; returns no row otherwise. */
export function upsertSettings(
  db: Database,
  key: { eventId: string; userId: string },
  chosen: AlertSettings,
  now: number,
  guard: SQL,
) {
  const row = { ...key, ...chosen, updatedAt: now };
  return insertWhere(db, alertSettings, row, guard)
    .onConflictDoUpdate({
      target: [alertSettings.eventId, alertSettings.userId],
      set: { ...chosen, updatedAt: now },
    })
    .returning(settings);
}

/** The condition that a user has a role on an event. */
export function isMember(eventId: string, userId: string): SQL {
  return sql`exists (select 1 from ${eventCollaborators}
    where ${eventCollaborators.eventId} = ${eventId} and ${eventCollaborators.userId} = ${userId})`;
}

export type AlertMember = Awaited<ReturnType<typeof listMembers>>[number];

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

/** Those of `listMembers` who get alerts: they have the second factor that the event requires. */
export function listAlerted(db: Database, eventId: string, userId?: string) {
  return listMembers(db, eventId, userId, HAS_FACTOR);
}

/** The zone of an open event. */
export function findZone(db: Database, eventId: string) {
  return db
    .select({ timezone: events.timezone })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

/** Has members told that something has happened; a round that is due sooner stays so. Returns when it is due. */
export function noteRound(db: Database, round: { eventId: string; kind: RoundKind; toldUntil: number; dueAt: number }) {
  return db
    .insert(alertRounds)
    .values(round)
    .onConflictDoUpdate({
      target: [alertRounds.eventId, alertRounds.kind],
      set: { dueAt: sql`coalesce(${alertRounds.dueAt}, excluded.due_at)` },
    })
    .returning({ dueAt: sql<number>`${alertRounds.dueAt}` });
}

export type DueRound = Awaited<ReturnType<typeof listRounds>>[number];

/** The rounds to come, soonest first. */
export function listRounds(db: Database, limit: number) {
  return db
    .select({
      eventId: alertRounds.eventId,
      kind: alertRounds.kind,
      toldUntil: alertRounds.toldUntil,
      dueAt: sql<number>`${alertRounds.dueAt}`.as("due"),
      timezone: events.timezone,
    })
    .from(alertRounds)
    .innerJoin(events, eq(events.id, alertRounds.eventId))
    .where(isNotNull(alertRounds.dueAt))
    .orderBy(asc(alertRounds.dueAt))
    .limit(limit);
}

/** The condition that a round is as it was read: another Scheduler has not run it. */
export function isRoundAsRead({ eventId, kind, toldUntil }: DueRound): SQL {
  return sql`exists (select 1 from ${alertRounds} where ${alertRounds.eventId} = ${eventId}
    and ${alertRounds.kind} = ${kind} and ${alertRounds.toldUntil} = ${toldUntil})`;
}

/** Ends a round; no row when another Scheduler has. What has happened since `until` has one of its own, at `nextAt`. */
export function endRound(db: Database, round: DueRound, until: number, nextAt: number) {
  const isLate = sql`exists (select 1 from ${rsvps} where ${rsvps.eventId} = ${round.eventId} and ${rsvps.updatedAt} > ${until})`;
  return db
    .update(alertRounds)
    .set({ toldUntil: until, dueAt: sql`iif(${isLate}, ${nextAt}, null)` })
    .where(
      and(
        eq(alertRounds.eventId, round.eventId),
        eq(alertRounds.kind, round.kind),
        eq(alertRounds.toldUntil, round.toldUntil),
      ),
    )
    .returning({ kind: alertRounds.kind });
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

/** Parties that began to wait for a seat, or whose offer ran out. */
export function listWaiting(db: Database, eventId: string, { since, until }: Span, limit: number) {
  const began = and(eq(rsvps.seat, "waitlisted"), gt(rsvps.waitlistedAt, since), lte(rsvps.waitlistedAt, until));
  const ranOut = and(
    eq(rsvps.response, "attending"),
    isNull(rsvps.seat),
    sql`exists (select 1 from ${seatOffers} where ${seatOffers.eventId} = ${rsvps.eventId}
      and ${seatOffers.guestId} = ${rsvps.guestId} and ${seatOffers.expiresAt} > ${since} and ${seatOffers.expiresAt} <= ${until})`,
  );
  return db
    .select({
      name: guests.name,
      heads: rsvps.heads,
      isWaiting: sql<boolean>`${rsvps.seat} is not null`.mapWith(Boolean).as("is_waiting"),
    })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .where(and(eq(rsvps.eventId, eventId), or(began, ranOut)))
    .limit(limit);
}

/** Guests whose invitation did not arrive. */
export function listLost(db: Database, eventId: string, { since, until }: Span, limit: number) {
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

/** The name of a guest, and whether there is nowhere to send a code to. */
export function findWarnedGuest(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      name: guests.name,
      isUnreachable: sql<boolean>`${guests.email} is null and ${guests.phone} is null`
        .mapWith(Boolean)
        .as("is_unreachable"),
    })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId), ne(guests.name, "")))
    .limit(1);
}

function isOf(eventId: string, userId: string | typeof users.id) {
  return and(eq(alertSettings.eventId, eventId), sql`${alertSettings.userId} = ${userId}`);
}
