import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../db/client.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { oneTimeTokens, refreshTokens, users } from "../../db/schema/accounts.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { deliveries, messages } from "../../db/schema/messages.ts";
import { idempotencyKeys } from "../../db/schema/platform.ts";
import { rsvps } from "../../db/schema/rsvps.ts";

/** A delivery without what it is recognised by, which is a hash of the address. */
const { recipientHash: _hash, dedupeKey: _key, ...TOLD_OF_DELIVERIES } = getTableColumns(deliveries);

/** What stands in place of a deleted user's name. */
const NOBODY = "Deleted user";

/** Whether a user owns an event, alone or with others. */
function owned(db: Database, userId: string, eventId: SQL): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(eventCollaborators)
      .where(
        and(
          eq(eventCollaborators.eventId, eventId),
          eq(eventCollaborators.userId, userId),
          eq(eventCollaborators.role, "owner"),
        ),
      ),
  );
}

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

/** One page of an event's guests, by id. */
export function listGuestsAfter(db: Database, eventId: string, afterId: string, limit: number) {
  return db
    .select()
    .from(guests)
    .where(and(eq(guests.eventId, eventId), gt(guests.id, afterId)))
    .orderBy(asc(guests.id))
    .limit(limit);
}

/** One page of the links of an event's guests. The value of a link is a secret and not among its columns. */
export function listTokensAfter(db: Database, eventId: string, afterId: string, limit: number) {
  return db
    .select()
    .from(accessTokens)
    .where(and(eq(accessTokens.eventId, eventId), gt(accessTokens.id, afterId)))
    .orderBy(asc(accessTokens.id))
    .limit(limit);
}

/** One page of an event's answers, by guest. */
export function listRsvpsAfter(db: Database, eventId: string, afterId: string, limit: number) {
  return db
    .select()
    .from(rsvps)
    .where(and(eq(rsvps.eventId, eventId), gt(rsvps.guestId, afterId)))
    .orderBy(asc(rsvps.guestId))
    .limit(limit);
}

/** One page of an event's accesses, in the order in which they came. */
export function listAccessesAfter(db: Database, eventId: string, afterId: string, limit: number) {
  return db
    .select()
    .from(accessLogs)
    .where(and(eq(accessLogs.eventId, eventId), gt(accessLogs.id, afterId)))
    .orderBy(asc(accessLogs.id))
    .limit(limit);
}

/** One page of what the notifier sent to a user, or about an event of theirs. */
export function listDeliveriesAfter(
  db: Database,
  about: { userId: string } | { eventId: string },
  afterId: string,
  limit: number,
) {
  const whose = "userId" in about ? eq(deliveries.userId, about.userId) : eq(deliveries.eventId, about.eventId);
  return db
    .select(TOLD_OF_DELIVERIES)
    .from(deliveries)
    .where(and(whose, gt(deliveries.id, afterId)))
    .orderBy(asc(deliveries.id))
    .limit(limit);
}

/** Cancels what is not sent yet of the events that close with their only owner. */
export function cancelMessagesOfClosing(db: Database, userId: string, now: number) {
  const closing = db
    .select({ id: events.id })
    .from(events)
    .where(and(isNull(events.deletedAt), owned(db, userId, sql`${events.id}`), notExists(otherOwner(db, userId))));
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(
      and(sql`${messages.eventId} in ${closing}`, or(eq(messages.status, "draft"), eq(messages.status, "scheduled"))),
    );
}

/** Closes the events that only this user owns. Returns them. */
export function closeSolelyOwned(db: Database, userId: string, now: number) {
  return db
    .update(events)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(isNull(events.deletedAt), owned(db, userId, sql`${events.id}`), notExists(otherOwner(db, userId))))
    .returning({ id: events.id });
}

/** Events that others own too go on; the longest-standing of them pays from now on. */
export function handOver(db: Database, userId: string, now: number) {
  const heir = alias(eventCollaborators, "heir");
  const next = db
    .select({ userId: heir.userId })
    .from(heir)
    .innerJoin(users, and(eq(users.id, heir.userId), isNull(users.deletedAt)))
    .where(and(eq(heir.eventId, events.id), eq(heir.role, "owner"), ne(heir.userId, userId)))
    .orderBy(asc(heir.createdAt), asc(heir.userId))
    .limit(1);
  return db
    .update(events)
    .set({ hostId: sql`${next}`, updatedAt: now })
    .where(and(eq(events.hostId, userId), isNull(events.deletedAt), exists(otherOwner(db, userId))));
}

/** Takes a user off every event. */
export function leaveEvents(db: Database, userId: string) {
  return db
    .delete(eventCollaborators)
    .where(eq(eventCollaborators.userId, userId))
    .returning({ eventId: eventCollaborators.eventId });
}

/** Invitations to help that went to a user's address. */
export function deleteInvitesTo(db: Database, emailKey: string) {
  return db.delete(collaboratorInvites).where(eq(collaboratorInvites.emailKey, emailKey));
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

/** Removes closed events for good, guests and all, a few at a time. */
export function purgeClosedEvents(db: Database, closedBefore: number, limit: number) {
  const old = db
    .select({ id: events.id })
    .from(events)
    .where(and(isNotNull(events.deletedAt), lt(events.deletedAt, closedBefore)))
    .limit(limit);
  return db.delete(events).where(sql`${events.id} in ${old}`).returning({ id: events.id });
}
