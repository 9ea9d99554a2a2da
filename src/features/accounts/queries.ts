import { and, eq, exists, getTableColumns, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { abortUnless } from "../../db/abort-unless.ts";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { type Bindable, type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { emailChanges, oneTimeTokens, refreshTokens, users } from "../../db/schema/accounts.ts";
import { sessions } from "../../db/schema/sessions.ts";
import type { Authorized } from "./authorization.ts";
import { MAX_FAILED_LOGINS } from "./lock.ts";
import { hasNotEnded, type WhichSessions } from "./session-queries.ts";
import type { Caller } from "./session-token.ts";

/**
 * A deleted account that the migrations seed. Requests about an unknown address write to it, so that they cost the same
 * as requests about a real account.
 */
export const DUMMY_USER_ID = "00000000-0000-7000-8000-000000000000";

export type RefreshTokenRow = typeof refreshTokens.$inferSelect;
export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

/** The columns of a signed-in caller. */
export type LiveUser = Awaited<ReturnType<typeof findLiveSession>>[number];

/** The columns that a sign-in needs. */
export type Account = Awaited<ReturnType<typeof findAccount>>[number];

const LIVE_USER = {
  id: users.id,
  email: users.email,
  name: users.name,
  emailVerified: users.emailVerified,
  termsAcceptedAt: users.termsAcceptedAt,
  privacyPolicyAcceptedAt: users.privacyPolicyAcceptedAt,
  createdAt: users.createdAt,
  locale: users.locale,
};

const ACCOUNT = {
  id: users.id,
  passwordHash: users.passwordHash,
  lockedAt: users.lockedAt,
  sessionsValidFrom: users.sessionsValidFrom,
  emailVerified: users.emailVerified,
  /** Signing in by password asks for a code besides. */
  hasTotp: sql<number>`exists (select 1 from totp_secrets
    where totp_secrets.user_id = users.id and totp_secrets.confirmed_at is not null)`,
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

/** The live account of an address. */
export function findAccount(db: AccountsDatabase, emailKey: string) {
  return db
    .select(ACCOUNT)
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
    .limit(1);
}

/** The live account of a user. */
export function findAccountById(db: AccountsDatabase, userId: string) {
  return db.select(ACCOUNT).from(users).where(isLiveUser(userId)).limit(1);
}

/** A new, unverified account. @throws a constraint violation when the address has an account */
export function insertUser(
  db: AccountsDatabase,
  user: { id: string; email: string; emailKey: string; name: string; locale: string; passwordHash: string },
  now: number,
) {
  return db.insert(users).values({ ...user, sessionsValidFrom: now, createdAt: now, updatedAt: now });
}

/** The condition that the next failed login locks an account. */
export function isNextFailureLocking(userId: string): SQL {
  const isOneBelowLimit = and(
    isLiveUser(userId),
    isNull(users.lockedAt),
    eq(users.failedLogins, MAX_FAILED_LOGINS - 1),
  );
  return sql`exists (select 1 from ${users} where ${isOneBelowLimit})`;
}

/** Counts a failed login, and locks a live account at the limit. `lockedAt` of a locked account does not change. */
export function countFailedLogin(db: AccountsDatabase, userId: string, now: number) {
  const locks = and(
    isNull(users.lockedAt),
    isNull(users.deletedAt),
    sql`${users.failedLogins} + 1 >= ${MAX_FAILED_LOGINS}`,
  );
  return db
    .update(users)
    .set({
      failedLogins: sql`${users.failedLogins} + 1`,
      lockedAt: sql`case when ${locks} then ${now} else ${users.lockedAt} end`,
    })
    .where(eq(users.id, userId));
}

/** The first refresh token of a session, if the account is as it was read: not locked since, and the same password. */
export function insertFirstRefreshToken(db: AccountsDatabase, row: RefreshTokenRow, account: Account) {
  return insertWhere(
    db,
    refreshTokens,
    row,
    sql`exists (select 1 from ${users} where ${isUnchanged(account)})`,
  ).returning({
    id: refreshTokens.id,
  });
}

/** Resets the failure count after a success, and stores the password hash if it was recomputed. Else writes nothing. */
export function recordLogin(
  db: AccountsDatabase,
  account: Account,
  login: { passwordHash: string | null; now: number },
) {
  const { passwordHash, now } = login;
  const hasChanges = or(
    gt(users.failedLogins, 0),
    passwordHash === null ? undefined : ne(users.passwordHash, passwordHash),
  );
  return db
    .update(users)
    .set({ failedLogins: 0, passwordHash, updatedAt: now })
    .where(and(isUnchanged(account), hasChanges));
}

/** A live user's refresh token, with its successor if it was used. */
export function findRefreshToken(db: AccountsDatabase, presented: { id: string; tokenHash: string }) {
  const successor = alias(refreshTokens, "successor");
  return db
    .select({
      token: {
        ...getTableColumns(refreshTokens),
        id: aliased(refreshTokens.id, "token.id"),
        createdAt: aliased(refreshTokens.createdAt, "token.createdAt"),
        revokedAt: aliased(refreshTokens.revokedAt, "token.revokedAt"),
      },
      sessionsValidFrom: users.sessionsValidFrom,
      sessionStartedAt: aliased(sessions.createdAt, "session.createdAt"),
      successor: { id: successor.id, createdAt: successor.createdAt, revokedAt: successor.revokedAt },
    })
    .from(refreshTokens)
    .innerJoin(users, and(eq(users.id, refreshTokens.userId), isNull(users.deletedAt)))
    .leftJoin(successor, eq(successor.id, refreshTokens.replacedBy))
    .leftJoin(sessions, eq(sessions.id, refreshTokens.familyId))
    .where(and(eq(refreshTokens.id, presented.id), eq(refreshTokens.tokenHash, presented.tokenHash)))
    .limit(1);
}

/** The successor of an unused refresh token. Returns no row when the token was used. */
export function insertSuccessor(db: AccountsDatabase, row: RefreshTokenRow, usedId: string, now: number) {
  const isStillUsable = sql`exists (select 1 from ${refreshTokens} where ${isUsable(usedId, now)})`;
  return insertWhere(db, refreshTokens, row, isStillUsable).returning({ id: refreshTokens.id });
}

/** Marks a refresh token as used, if it is usable. */
export function markRefreshTokenUsed(
  db: AccountsDatabase,
  id: string,
  use: { usedAt: number; replacedBy: string; retryKeyHash: string | null },
) {
  return db.update(refreshTokens).set(use).where(isUsable(id, use.usedAt));
}

/** Stores the token of a mailed link. Returns no row when the condition does not hold or the user does not exist. */
export function insertOneTimeToken(db: AccountsDatabase, row: OneTimeTokenRow, condition: SQL = sql`true`) {
  const userExists = sql`exists (select 1 from ${users} where ${eq(users.id, row.userId)})`;
  return insertWhere(db, oneTimeTokens, row, sql`${userExists} and ${condition}`).returning({
    userId: oneTimeTokens.userId,
  });
}

/** The user of a redeemable token. */
export function findTokenOwner(db: AccountsDatabase, token: PresentedToken) {
  return db
    .select({ id: users.id, emailKey: users.emailKey })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), isNull(users.deletedAt)))
    .where(isRedeemable(token))
    .limit(1);
}

/** The condition that a token is redeemable, for statements before the one that redeems it. */
export function isTokenRedeemable(db: AccountsDatabase, token: PresentedToken): SQL {
  return exists(findTokenOwner(db, token));
}

/** A presented token, the purpose it has to have, and the time (epoch milliseconds). */
export interface PresentedToken {
  tokenHash: string;
  purpose: OneTimeTokenRow["purpose"];
  now: number;
}

/** The condition that an account has not verified its address. */
export function isUnverified(userId: string): SQL {
  return sql`exists (select 1 from ${users} where ${and(isLiveUser(userId), eq(users.emailVerified, false))})`;
}

/** Marks the address of a token's user as verified. Returns no row when the token is not redeemable. */
export function markVerified(db: AccountsDatabase, token: PresentedToken) {
  return db
    .update(users)
    .set({ emailVerified: true, updatedAt: token.now })
    .where(and(eq(users.id, ownerOf(token)), isNull(users.deletedAt)))
    .returning({ id: users.id });
}

/** Marks a token as used. */
export function redeemToken(db: AccountsDatabase, token: PresentedToken) {
  return db.update(oneTimeTokens).set({ usedAt: token.now }).where(isRedeemable(token));
}

/** Marks all tokens of a token's user with the same purpose as used. */
export function redeemAllTokens(db: AccountsDatabase, token: PresentedToken) {
  return db
    .update(oneTimeTokens)
    .set({ usedAt: token.now })
    .where(
      and(
        eq(oneTimeTokens.userId, ownerOf(token)),
        eq(oneTimeTokens.purpose, token.purpose),
        isNull(oneTimeTokens.usedAt),
      ),
    );
}

/**
 * Sets a new password by a mailed token, unlocks the account, ends every session issued until now and verifies the
 * address; where it was not verified, the name is emptied. Returns no row when the token is not redeemable.
 */
export function updatePasswordByToken(db: AccountsDatabase, token: PresentedToken, passwordHash: string) {
  return db
    .update(users)
    .set({
      passwordHash,
      failedLogins: 0,
      lockedAt: null,
      emailVerified: true,
      // Whoever signed up had not proved the address, and may have been somebody else.
      name: sql`case when ${users.emailVerified} then ${users.name} else '' end`,
      // One more than now: a session issued in this millisecond ends too.
      sessionsValidFrom: sql`max(${users.sessionsValidFrom}, ${token.now + 1})`,
      updatedAt: token.now,
    })
    .where(and(eq(users.id, ownerOf(token)), isNull(users.deletedAt)))
    .returning({ id: users.id });
}

/** Forgets the address that a token's user has asked for: whoever resets the password may not have been the one. */
export function deleteEmailChangeByToken(db: AccountsDatabase, token: PresentedToken) {
  return db.delete(emailChanges).where(eq(emailChanges.userId, ownerOf(token)));
}

/** Every session of a token's user, while the token is redeemable. */
export function ofTokenOwner(token: PresentedToken): WhichSessions {
  return sql`${refreshTokens.userId} = ${ownerOf(token)}`;
}

/** Stores the time of consent while the session is live; the first time of each stays. */
export function markTermsAccepted(db: AccountsDatabase, { session }: Authorized<{ session: Caller }>, now: number) {
  return db
    .update(users)
    .set({
      termsAcceptedAt: sql`coalesce(${users.termsAcceptedAt}, ${now})`,
      privacyPolicyAcceptedAt: sql`coalesce(${users.privacyPolicyAcceptedAt}, ${now})`,
      updatedAt: now,
    })
    .where(isLiveSession(session))
    .returning(LIVE_USER);
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

function isLiveUser(userId: string) {
  return and(eq(users.id, userId), isNull(users.deletedAt));
}

/** The account has the lock and the password that it was read with. */
function isUnchanged(account: Account) {
  return and(
    isLiveUser(account.id),
    sql`${users.lockedAt} is ${account.lockedAt}`,
    eq(users.passwordHash, account.passwordHash ?? ""),
  );
}

/** The refresh token is neither used, revoked nor expired. */
function isUsable(id: string, now: number) {
  return and(
    eq(refreshTokens.id, id),
    isNull(refreshTokens.usedAt),
    isNull(refreshTokens.revokedAt),
    gt(refreshTokens.expiresAt, now),
  );
}

function isRedeemable(token: PresentedToken) {
  return and(
    eq(oneTimeTokens.tokenHash, token.tokenHash),
    eq(oneTimeTokens.purpose, token.purpose),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, token.now),
  );
}

/** The id of the token's user while the token is redeemable, else null: the condition of all that a token does. */
function ownerOf(token: PresentedToken): SQL {
  return sql`(select ${oneTimeTokens.userId} from ${oneTimeTokens} where ${isRedeemable(token)})`;
}
