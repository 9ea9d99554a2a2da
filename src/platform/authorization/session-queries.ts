import { and, eq, exists, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { insertFrom, insertWhere } from "../../db/inserts.ts";
import { type Bindable, type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { refreshTokens, users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { endedSessions, sessionMonitors, sessions, signInNetworks } from "../../db/schema/sessions.ts";
import type { Authorized } from "./authorization.ts";
import type { Caller } from "./caller.ts";

export type SessionRow = typeof sessions.$inferSelect;
export type SessionMethod = SessionRow["method"];

/** Selects the sessions to end: a condition on the refresh tokens that can still be used. */
export type WhichSessions = SQL;

export function ofSession(userId: string, sessionId: string): WhichSessions {
  return sql`${refreshTokens.userId} = ${userId} and ${refreshTokens.familyId} = ${sessionId}`;
}

/** All sessions of a user. @param userId an ID, or a subquery that returns it or nothing */
export function ofUser(userId: string | SQL): WhichSessions {
  return sql`${refreshTokens.userId} = ${userId}`;
}

/** All sessions of a user but one. */
export function ofUserExcept(userId: string, sessionId: string): WhichSessions {
  return sql`${refreshTokens.userId} = ${userId} and ${refreshTokens.familyId} is not ${sessionId}`;
}

/** Condition: the session has not ended early. */
export function hasNotEnded(sessionId: Bindable<string>): SQL {
  return sql`not exists (select 1 from ${endedSessions} where ${endedSessions.id} = ${sessionId})`;
}

/** A new session, if its first refresh token was written before in the same batch. */
export function insertSession(db: AccountsDatabase, row: SessionRow) {
  const isStarted = db.select({ one: sql`1` }).from(refreshTokens).where(eq(refreshTokens.id, row.id));
  return insertWhere(db, sessions, row, exists(isStarted));
}

/** Records from which network a session was started, if the statement before in the batch has written the session. */
export function recordNetwork(db: AccountsDatabase, { userId, createdAt }: SessionRow, networkHash: string) {
  return insertWhere(
    db,
    signInNetworks,
    { userId, networkHash, lastAt: createdAt },
    sql`changes() > 0`,
  ).onConflictDoUpdate({
    target: [signInNetworks.userId, signInNetworks.networkHash],
    set: { lastAt: createdAt },
  });
}

/** Records the use of a session, if the refresh token was written before in the same batch. */
export function touchSession(
  db: AccountsDatabase,
  { id, ...use }: Pick<SessionRow, "id" | "lastUsedAt" | "expiresAt" | "lastUsedPlace">,
  refreshTokenId: string,
) {
  const isRefreshed = db.select({ one: sql`1` }).from(refreshTokens).where(eq(refreshTokens.id, refreshTokenId));
  return db
    .update(sessions)
    .set(use)
    .where(and(eq(sessions.id, id), exists(isRefreshed)));
}

/** The refresh token of a session that can still be used. */
function isUsableOf({ userId, sessionId }: { userId: string; sessionId: string }, now: number): SQL {
  return sql`${ofSession(userId, sessionId)} and ${refreshTokens.usedAt} is null and ${refreshTokens.revokedAt} is null
    and ${refreshTokens.expiresAt} > ${now}`;
}

/**
 * Extends the refresh token of a session, at most to the session's own end. Returns no row when the session has ended.
 * A session with a cookie has one refresh token, which is never issued: `endSessionsOf` finds the session by it.
 */
export function extendRefreshToken(
  db: AccountsDatabase,
  session: { userId: string; sessionId: string },
  until: { from: number; lastsMs: number; lastsInAllMs: number },
) {
  const startedAt = sql`(select ${sessions.createdAt} from ${sessions} where ${sessions.id} = ${session.sessionId})`;
  const expiresAt = sql`min(${until.from + until.lastsMs}, ${startedAt} + ${until.lastsInAllMs})`;
  return db
    .update(refreshTokens)
    .set({ expiresAt })
    .where(and(isUsableOf(session, until.from), sql`${startedAt} is not null`))
    .returning({ expiresAt: refreshTokens.expiresAt });
}

/** Records the use of a session whose refresh token was extended before in the same batch. */
export function extendStoredSession(
  db: AccountsDatabase,
  session: { userId: string; sessionId: string },
  now: number,
  lastUsedPlace: string | null,
) {
  const token = sql`(select ${refreshTokens.expiresAt} from ${refreshTokens} where ${isUsableOf(session, now)})`;
  return db
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt: token, lastUsedPlace })
    .where(and(eq(sessions.id, session.sessionId), sql`${token} is not null`));
}

/**
 * Ends sessions: their access tokens, tickets and refresh tokens are rejected from this batch on. The first statement
 * returns the sessions that it has ended. A condition that the batch itself makes false belongs after these.
 */
export function endSessionsOf(db: AccountsDatabase, which: WhichSessions, now: number) {
  const isUsable = sql`${which} and ${refreshTokens.usedAt} is null and ${refreshTokens.revokedAt} is null
    and ${refreshTokens.expiresAt} > ${now}`;
  const ofFamily = { id: refreshTokens.familyId, userId: refreshTokens.userId, endedAt: now };
  return {
    ended: insertFrom(db, endedSessions, ofFamily, sql`from ${refreshTokens} where ${isUsable}`)
      .onConflictDoNothing()
      .returning({ id: endedSessions.id }),
    removed: db
      .delete(sessions)
      .where(sql`${sessions.id} in (select ${refreshTokens.familyId} from ${refreshTokens} where ${isUsable})`)
      .returning({ id: sessions.id, device: sessions.device }),
    revoked: db
      .update(refreshTokens)
      .set({ revokedAt: now })
      .where(and(which, isNull(refreshTokens.revokedAt))),
  };
}

/** Revokes the sockets, tickets and requests of an API key, if the key exists. */
export function endKeySession(db: AccountsDatabase, userId: string, keyId: string, now: number) {
  const ofKey = { id: apiKeys.id, userId: apiKeys.userId, endedAt: now };
  const isKey = and(eq(apiKeys.id, keyId), eq(apiKeys.userId, userId));
  return insertFrom(db, endedSessions, ofKey, sql`from ${apiKeys} where ${isKey}`).onConflictDoNothing();
}

/** Selects the sessions of a user that ended at or after a time. */
export function listEndedSince(db: AccountsDatabase, userId: string, since: number) {
  return db.select().from(endedSessions).where(isEndedSince(userId, since));
}

/** The monitors for which those sessions have taken tickets. */
export function listMonitorsOfEnded(db: AccountsDatabase, userId: string, since: number) {
  return db
    .select({ sessionId: sessionMonitors.sessionId, eventId: sessionMonitors.eventId })
    .from(sessionMonitors)
    .innerJoin(endedSessions, eq(endedSessions.id, sessionMonitors.sessionId))
    .where(isEndedSince(userId, since));
}

function isEndedSince(userId: string, since: number) {
  return and(eq(endedSessions.userId, userId), gte(endedSessions.endedAt, since));
}

/** Copies ended sessions to another database. Idempotent. */
export function insertEnded(db: Database, ended: readonly (typeof endedSessions.$inferSelect)[]) {
  const row = { id: sql`value ->> 'id'`, userId: sql`value ->> 'userId'`, endedAt: sql`value ->> 'endedAt'` };
  const from = sql`from json_each(${JSON.stringify(ended)}) where true`;
  return insertFrom(db, endedSessions, row, from).onConflictDoNothing();
}

/** Records that a session takes a ticket for an event's monitor, unless it has ended. No row: it has. */
export function insertSessionMonitor(db: AccountsDatabase, sessionId: string, eventId: string, isLive: SQL) {
  return insertWhere(db, sessionMonitors, { sessionId, eventId }, isLive)
    .onConflictDoUpdate({ target: [sessionMonitors.sessionId, sessionMonitors.eventId], set: { eventId } })
    .returning({ eventId: sessionMonitors.eventId });
}

/** Deletes the monitors of ended sessions. */
export function deleteSessionMonitors(db: AccountsDatabase, sessionIds: readonly string[]) {
  const ids = sql`(select value from json_each(${JSON.stringify(sessionIds)}))`;
  return db.delete(sessionMonitors).where(sql`${sessionMonitors.sessionId} in ${ids}`);
}

/** The columns of a signed-in caller. */
export type LiveUser = Awaited<ReturnType<typeof findLiveSession>>[number];

export const LIVE_USER = {
  id: users.id,
  email: users.email,
  name: users.name,
  emailVerified: users.emailVerified,
  termsAcceptedAt: users.termsAcceptedAt,
  privacyPolicyAcceptedAt: users.privacyPolicyAcceptedAt,
  createdAt: users.createdAt,
  locale: users.locale,
};

/** The caller's account, unless it is deleted or the session was ended after the token was issued. */
export function findLiveSession(db: AccountsDatabase, { userId, issuedAt, sessionId }: Caller) {
  return LIVE_SESSION(db, { userId, issuedAt, sessionId });
}

const LIVE_SESSION = prepared((db, { userId, issuedAt, sessionId }: Placeholders<Caller>) =>
  db.select(LIVE_USER).from(users).where(isLiveSession({ userId, issuedAt, sessionId })).limit(1),
);

/**
 * The condition that a session is live, for a write that must not happen after the session has ended.
 * @param db the accounts database, or a shard to which the same batch has written the account's replica
 */
export function hasLiveSession(db: Database, { session }: Authorized<{ session: Caller }>): SQL {
  return exists(db.select({ one: sql`1` }).from(users).where(isLiveSession(session)));
}

/**
 * A first statement that aborts its batch unless the session is live: checks once for all statements after it.
 * @throws a constraint violation, which aborts the batch, when the session is not live
 */
export function assertLiveSession(db: AccountsDatabase, user: Authorized<{ session: Caller }>) {
  return abortUnless(db, hasLiveSession(db, user));
}

/** The account is not deleted, and the session was not ended after its token was issued. */
function isLiveSession({ userId, issuedAt, sessionId }: { [K in keyof Caller]: Bindable<Caller[K]> }) {
  return and(
    eq(users.id, userId),
    isNull(users.deletedAt),
    lte(users.sessionsValidFrom, issuedAt),
    hasNotEnded(sessionId),
  );
}
