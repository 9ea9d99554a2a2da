import { and, asc, count, desc, eq, gt, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { isAmong } from "../../db/lists.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { endedSessions } from "../../db/schema/sessions.ts";
import type { AuthorizedUser } from "../../platform/authorization/authorize-user.ts";
import { hasLiveSession } from "../../platform/authorization/session-queries.ts";

/** API keys of one account. */
export const MAX_KEYS = 25;

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** A page of a user's API keys, newest first. */
export function listApiKeys(db: AccountsDatabase, userId: string, beforeId: string | null, limit: number) {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), beforeId === null ? undefined : lt(apiKeys.id, beforeId)))
    .orderBy(desc(apiKeys.id))
    .limit(limit);
}

/** Those of some events on which a user has a role. */
export function listOwnEvents(db: Database, userId: string, eventIds: readonly string[]) {
  return db
    .select({ eventId: eventCollaborators.eventId })
    .from(eventCollaborators)
    .innerJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
    .where(and(eq(eventCollaborators.userId, userId), isAmong(eventCollaborators.eventId, eventIds)))
    .orderBy(asc(eventCollaborators.eventId));
}

/** The condition that the caller's session is live and their account may have one more key. */
export function hasRoomForKey(db: AccountsDatabase, user: AuthorizedUser): SQL {
  const stored = db.select({ stored: count() }).from(apiKeys).where(eq(apiKeys.userId, user.id));
  return sql`${stored} < ${MAX_KEYS} and ${hasLiveSession(db, user)}`;
}

/** Stores a new key. Returns no row when the account has as many as it may, or the session has ended. */
export function insertApiKey(db: AccountsDatabase, user: AuthorizedUser, row: ApiKeyRow) {
  return insertWhere(db, apiKeys, row, hasRoomForKey(db, user)).returning({ id: apiKeys.id });
}

/** Keys that expired in a range of time, what they have opened not being ended yet. */
export function listExpiredKeys(db: AccountsDatabase, { from, until }: { from: number; until: number }, limit: number) {
  return db
    .select({ id: apiKeys.id, userId: apiKeys.userId })
    .from(apiKeys)
    .where(
      and(
        gt(apiKeys.expiresAt, from),
        lte(apiKeys.expiresAt, until),
        sql`${apiKeys.id} not in (select ${endedSessions.id} from ${endedSessions})`,
      ),
    )
    .limit(limit);
}

/** When the next key expires, epoch milliseconds; null without one. */
export function findNextExpiry(db: AccountsDatabase, now: number) {
  return db
    .select({ at: sql<number | null>`min(${apiKeys.expiresAt})`.as("next_at") })
    .from(apiKeys)
    .where(gt(apiKeys.expiresAt, now));
}

/** Keys that expire until a time and whose makers have not been told; a key that was made for less time is not listed. */
export function listToRemind(db: AccountsDatabase, now: number, until: number, limit: number) {
  return db
    .select({ id: apiKeys.id, userId: apiKeys.userId, name: apiKeys.name, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(gt(apiKeys.expiresAt, now), lte(apiKeys.expiresAt, until), isToRemind(until - now)))
    .limit(limit);
}

/** When the next such key expires, epoch milliseconds; null without one. */
export function findNextToRemind(db: AccountsDatabase, until: number, noticeMs: number) {
  return db
    .select({ at: sql<number | null>`min(${apiKeys.expiresAt})`.as("next_at") })
    .from(apiKeys)
    .where(and(gt(apiKeys.expiresAt, until), isToRemind(noticeMs)));
}

function isToRemind(noticeMs: number): SQL | undefined {
  return and(isNull(apiKeys.remindedAt), sql`${apiKeys.expiresAt} - ${apiKeys.createdAt} > ${noticeMs}`);
}

/** Condition: the maker of a key has not been told that it expires. */
export function isUnreminded(keyId: string): SQL {
  return sql`exists (select 1 from ${apiKeys} where ${apiKeys.id} = ${keyId} and ${apiKeys.remindedAt} is null)`;
}

export function markReminded(db: AccountsDatabase, keyId: string, now: number) {
  return db
    .update(apiKeys)
    .set({ remindedAt: now })
    .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.remindedAt)))
    .returning({ id: apiKeys.id });
}

/** Deletes a key of a user. Returns no row where there is none. */
export function deleteApiKey(db: AccountsDatabase, userId: string, keyId: string) {
  return db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.userId, userId)))
    .returning({ id: apiKeys.id });
}
