import { and, asc, eq, exists, inArray, isNotNull, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client.ts";
import { eventEndsAt } from "../db/event-window.ts";
import { refreshTokens, users } from "../db/schema/accounts.ts";
import { alertSettings } from "../db/schema/alerts.ts";
import { collaboratorInvites, eventCollaborators, events } from "../db/schema/events.ts";
import { deliveries } from "../db/schema/messages.ts";
import { auditRecords, idempotencyKeys } from "../db/schema/platform.ts";
import { secrets } from "../db/schema/secrets.ts";
import { hostUnsubscribes, sendingHours, sendingPauses } from "../db/schema/sending.ts";
import { accountLog, endedSessions, sessionMonitors, sessions } from "../db/schema/sessions.ts";
import { nextVersion } from "../platform/commit/unchanged.ts";
import { deleteSecrets } from "../platform/secrets/queries.ts";

/** The name of every deleted user. */
const DELETED_NAME = "Deleted user";

/** Subquery: another, undeleted user who owns the event of the outer statement. */
function otherOwner(db: Database, userId: string) {
  const other = alias(eventCollaborators, "other");
  return db
    .select({ one: sql`1` })
    .from(other)
    .innerJoin(users, and(eq(users.id, other.userId), isNull(users.deletedAt)))
    .where(and(eq(other.eventId, events.id), eq(other.role, "owner"), ne(other.userId, userId)));
}

/** The events that only this user owns. */
export function listSolelyOwned(db: Database, userId: string) {
  return db.select({ id: events.id }).from(events).where(isSolelyOwned(db, userId));
}

/** The events that only this user owns, and whether their guests still expect them. @param now epoch milliseconds */
export function listClosing(db: Database, userId: string, now: number) {
  const isExpected = sql<boolean>`${isExpectedAt(now)}`.mapWith(Boolean).as("is_expected");
  return db.select({ id: events.id, isExpected }).from(events).where(isSolelyOwned(db, userId));
}

/** Condition on an event: it is neither over nor cancelled. */
function isExpectedAt(now: number): SQL {
  return sql`(${events.cancelledAt} is null and ${now} < ${eventEndsAt()})`;
}

/** The events that this user owns with others, and whether the user is the host. */
export function listCoOwned(db: Database, userId: string) {
  return db
    .select({ id: events.id, isHost: sql<number>`${events.hostId} = ${userId}` })
    .from(events)
    .where(and(inArray(events.id, ownedBy(db, userId)), isNull(events.deletedAt), exists(otherOwner(db, userId))));
}

/** Times of closing that decide when an event is erased, epoch milliseconds. */
interface ClosedAt {
  /** Of an event that nobody expects any more: long enough ago that it is erased immediately. */
  past: number;
  /** Of an event whose members and guests are notified first. */
  expected: number;
}

/** Permanently closes the events that only this user owns. */
export function closeSolelyOwned(db: Database, userId: string, now: number, closedAt: ClosedAt) {
  return db
    .update(events)
    .set({
      deletedAt: sql`iif(${isExpectedAt(now)}, ${closedAt.expected}, ${closedAt.past})`,
      updatedAt: nextVersion(events, now),
    })
    .where(isSolelyOwned(db, userId));
}

function isSolelyOwned(db: Database, userId: string): SQL | undefined {
  return and(inArray(events.id, ownedBy(db, userId)), isNull(events.deletedAt), notExists(otherOwner(db, userId)));
}

function ownedBy(db: Database, userId: string) {
  return db
    .select({ id: eventCollaborators.eventId })
    .from(eventCollaborators)
    .where(and(eq(eventCollaborators.userId, userId), eq(eventCollaborators.role, "owner")));
}

/**
 * Makes the owner with the longest membership the host of the user's events that have another owner. No tier limit
 * applies: a host above the tier's limit only cannot create more events.
 */
export function transferOwnership(db: Database, userId: string, now: number) {
  return db
    .update(events)
    .set({ hostId: sql`${nextOwner(db, userId)}`, updatedAt: nextVersion(events, now) })
    .where(and(eq(events.hostId, userId), isNull(events.deletedAt), exists(otherOwner(db, userId))));
}

/** Subquery: the other owner with the longest membership of the event of the outer statement. */
function nextOwner(db: Database, userId: string) {
  const next = alias(eventCollaborators, "next_owner");
  return db
    .select({ userId: next.userId })
    .from(next)
    .innerJoin(users, and(eq(users.id, next.userId), isNull(users.deletedAt)))
    .where(and(eq(next.eventId, events.id), eq(next.role, "owner"), ne(next.userId, userId)))
    .orderBy(asc(next.createdAt), asc(next.userId))
    .limit(1);
}

/**
 * Clears a user's own address where the events of others send replies to it. Before the user's roles and address go.
 */
export function clearReplyTo(db: Database, userId: string, now: number) {
  const address = sql`(select ${users.emailKey} from ${users} where ${users.id} = ${userId})`;
  const isTheirs = (column: typeof events.id | typeof secrets.eventId) =>
    sql`${column} in (select ${eventCollaborators.eventId} from ${eventCollaborators}
      where ${eventCollaborators.userId} = ${userId})`;
  return [
    db
      .update(events)
      .set({ replyTo: null, replyToVerifiedAt: null, updatedAt: nextVersion(events, now) })
      .where(and(isTheirs(events.id), sql`lower(${events.replyTo}) = ${address}`)),
    deleteSecrets(
      db,
      and(
        isTheirs(secrets.eventId),
        eq(secrets.kind, "reply_to"),
        sql`lower(${secrets.payload} ->> 'address') = ${address}`,
      ),
    ),
  ] as const;
}

/** Removes a user from every event, and returns the events. */
export function deleteMemberships(db: Database, userId: string) {
  return db
    .delete(eventCollaborators)
    .where(eq(eventCollaborators.userId, userId))
    .returning({ eventId: eventCollaborators.eventId });
}

/** Deletes the invites to an address, and the content of the audit records of them. */
export function deleteInvitesTo(db: Database, emailKey: string) {
  // The action is literal, because SQLite uses the partial index for no bound value.
  const isInvite = sql`${auditRecords.action} = 'collaborator.invited' and lower(${auditRecords.target}) = ${emailKey}`;
  return [
    db.delete(collaboratorInvites).where(eq(collaboratorInvites.emailKey, emailKey)),
    // Deleting the salt makes the digest impossible to compare. The digest stays, so that the chain can be verified.
    db.update(auditRecords).set({ target: null, before: null, after: null, salt: null }).where(isInvite),
  ] as const;
}

/**
 * Empties the names of a user's API keys in the audit records of the user's actions. The ID stays, because it is part
 * of the chain.
 */
export function eraseKeyNames(db: Database, userId: string) {
  return db
    .update(auditRecords)
    .set({ actorKeyName: null })
    .where(and(eq(auditRecords.actorId, userId), isNotNull(auditRecords.actorKeyName)));
}

/**
 * Deletes the rows about a user's account: sessions, one-time tokens, stored results, alert settings, emails to the
 * user, sending counters and pauses, and unsubscriptions from the user's emails.
 */
export function deleteCredentials(db: Database, userId: string) {
  return [
    db.delete(sessionMonitors).where(inArray(sessionMonitors.sessionId, idsOfSessions(db, userId))),
    db.delete(sessionMonitors).where(inArray(sessionMonitors.sessionId, idsOfEnded(db, userId))),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(accountLog).where(eq(accountLog.userId, userId)),
    // Deleted as well, because everything issued for a deleted account is rejected anyway.
    db.delete(endedSessions).where(eq(endedSessions.userId, userId)),
    db.delete(refreshTokens).where(eq(refreshTokens.userId, userId)),
    deleteSecrets(db, eq(secrets.userId, userId)),
    db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId)),
    db.delete(alertSettings).where(eq(alertSettings.userId, userId)),
    db.delete(deliveries).where(eq(deliveries.userId, userId)),
    db.delete(sendingHours).where(eq(sendingHours.userId, userId)),
    db.delete(sendingPauses).where(eq(sendingPauses.userId, userId)),
    db.delete(hostUnsubscribes).where(eq(hostUnsubscribes.hostId, userId)),
  ] as const;
}

function idsOfEnded(db: Database, userId: string) {
  return db.select({ id: endedSessions.id }).from(endedSessions).where(eq(endedSessions.userId, userId));
}

function idsOfSessions(db: Database, userId: string) {
  return db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
}

/** Removes all personal data from a user row. The ID and the time of deletion remain. */
export function anonymizeUser(db: Database, userId: string, now: number) {
  return db
    .update(users)
    .set({
      email: null,
      emailKey: null,
      name: DELETED_NAME,
      passwordHash: null,
      emailVerified: false,
      failedLogins: 0,
      lockedAt: null,
      // Ends sessions issued in this millisecond too.
      sessionsValidFrom: now + 1,
      termsAcceptedAt: null,
      privacyPolicyAcceptedAt: null,
      signedUpFrom: null,
      updatedAt: now,
      deletedAt: now,
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning({ id: users.id });
}
