import { and, asc, eq, exists, isNotNull, isNull, lt, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../db/client.ts";
import { oneTimeTokens, refreshTokens, users } from "../../db/schema/accounts.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";
import { deliveries, messages } from "../../db/schema/messages.ts";
import { auditRecords, idempotencyKeys } from "../../db/schema/platform.ts";

/** What stands in place of a deleted user's name. */
const NOBODY = "Deleted user";

/** Another living user who owns the event of the outer statement. */
function otherOwner(db: Database, userId: string) {
  const other = alias(eventCollaborators, "other");
  return db
    .select({ one: sql`1` })
    .from(other)
    .innerJoin(users, and(eq(users.id, other.userId), isNull(users.deletedAt)))
    .where(and(eq(other.eventId, events.id), eq(other.role, "owner"), ne(other.userId, userId)));
}

/** The ids of the events that a user owns. */
export function listOwnedEvents(db: Database, userId: string) {
  return db
    .select({ event: events })
    .from(eventCollaborators)
    .innerJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
    .where(and(eq(eventCollaborators.userId, userId), eq(eventCollaborators.role, "owner")))
    .orderBy(asc(events.id));
}

/** Cancels what is not sent yet of the events that close with their only owner. */
export function cancelMessagesOfClosing(db: Database, userId: string, now: number) {
  const closing = listSolelyOwned(db, userId);
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(
      and(sql`${messages.eventId} in ${closing}`, or(eq(messages.status, "draft"), eq(messages.status, "scheduled"))),
    );
}

/** The events that only this user owns. */
export function listSolelyOwned(db: Database, userId: string) {
  return db.select({ id: events.id }).from(events).where(isSolelyOwned(db, userId));
}

/** Closes the events that only this user owns. */
export function closeSolelyOwned(db: Database, userId: string, now: number) {
  return db.update(events).set({ deletedAt: now, updatedAt: now }).where(isSolelyOwned(db, userId));
}

function isSolelyOwned(db: Database, userId: string): SQL | undefined {
  const theirs = db
    .select({ id: eventCollaborators.eventId })
    .from(eventCollaborators)
    .where(and(eq(eventCollaborators.userId, userId), eq(eventCollaborators.role, "owner")));
  return and(sql`${events.id} in ${theirs}`, isNull(events.deletedAt), notExists(otherOwner(db, userId)));
}

/**
 * Events that others own too go on; the longest-standing of them pays from now on. No limit of a tier stops it: whoever
 * has more than the tier holds makes no more.
 */
export function transferOwnership(db: Database, userId: string, now: number) {
  return db
    .update(events)
    .set({ hostId: sql`${nextOwner(db, userId)}`, updatedAt: now })
    .where(and(eq(events.hostId, userId), isNull(events.deletedAt), exists(otherOwner(db, userId))));
}

/**
 * The same of one event whose host owns it no more: after the write that takes the role, in its batch. It changes
 * nothing when that write did not happen.
 */
export function handOverEvent(db: Database, eventId: string, userId: string, now: number) {
  const isStillOwner = db
    .select({ one: sql`1` })
    .from(eventCollaborators)
    .where(
      and(
        eq(eventCollaborators.eventId, eventId),
        eq(eventCollaborators.userId, userId),
        eq(eventCollaborators.role, "owner"),
      ),
    );
  return db
    .update(events)
    .set({ hostId: sql`${nextOwner(db, userId)}`, updatedAt: now })
    .where(
      and(
        eq(events.id, eventId),
        eq(events.hostId, userId),
        isNull(events.deletedAt),
        notExists(isStillOwner),
        exists(otherOwner(db, userId)),
      ),
    );
}

/** Who has owned the event of the outer statement for the longest time, this user apart. */
function nextOwner(db: Database, userId: string) {
  const heir = alias(eventCollaborators, "heir");
  return db
    .select({ userId: heir.userId })
    .from(heir)
    .innerJoin(users, and(eq(users.id, heir.userId), isNull(users.deletedAt)))
    .where(and(eq(heir.eventId, events.id), eq(heir.role, "owner"), ne(heir.userId, userId)))
    .orderBy(asc(heir.createdAt), asc(heir.userId))
    .limit(1);
}

/** Takes a user off every event. */
export function leaveEvents(db: Database, userId: string) {
  return db
    .delete(eventCollaborators)
    .where(eq(eventCollaborators.userId, userId))
    .returning({ eventId: eventCollaborators.eventId });
}

/** Ends what asks a user's address to help, and takes the address out of the records of it. */
export function forgetInvitesTo(db: Database, emailKey: string) {
  // Written as the index has it, in which an action that is bound is not found.
  const isTold = sql`${auditRecords.action} = 'collaborator.invited' and lower(${auditRecords.target}) = ${emailKey}`;
  return [
    db.delete(collaboratorInvites).where(eq(collaboratorInvites.emailKey, emailKey)),
    db.update(auditRecords).set({ target: null }).where(isTold),
  ] as const;
}

/** Everything by which a user could come back. */
export function deleteCredentials(db: Database, userId: string) {
  return [
    db.delete(refreshTokens).where(eq(refreshTokens.userId, userId)),
    db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId)),
    db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId)),
    db.delete(deliveries).where(eq(deliveries.userId, userId)),
  ] as const;
}

/** What is left of a user: an id, and when it ended. */
export function scrubUser(db: Database, userId: string, now: number) {
  return db
    .update(users)
    .set({
      email: null,
      emailKey: null,
      name: NOBODY,
      passwordHash: null,
      emailVerified: false,
      failedLogins: 0,
      lockedAt: null,
      // A session that was issued in this very millisecond ends too.
      sessionsValidFrom: now + 1,
      termsAcceptedAt: null,
      privacyPolicyAcceptedAt: null,
      updatedAt: now,
      deletedAt: now,
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning({ id: users.id });
}

/** Events that were closed before a moment, a few at a time. */
export function listPurgeable(db: Database, closedBefore: number, limit: number) {
  return db
    .select({ id: events.id })
    .from(events)
    .where(and(isNotNull(events.deletedAt), lt(events.deletedAt, closedBefore)))
    .limit(limit);
}

/** Whether an event is closed since before a moment. */
export function isPurgeable(db: Database, eventId: string, closedBefore: number): SQL {
  return exists(
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.id, eventId), lt(events.deletedAt, closedBefore))),
  );
}

/** Removes a closed event for good, guests and all. */
export function deletePurged(db: Database, eventId: string, closedBefore: number) {
  return db.delete(events).where(and(eq(events.id, eventId), lt(events.deletedAt, closedBefore)));
}
