import { and, eq, exists, getTableColumns, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { abortUnless } from "../../db/abort-unless.ts";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { type Bindable, type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { oneTimeTokens, refreshTokens, users } from "../../db/schema/accounts.ts";
import { FAILURES_BEFORE_LOCK } from "./lock.ts";
import type { Caller } from "./session-token.ts";

/**
 * The account of nobody, a deleted one that the migrations seed: what is done for an address that nobody has is done
 * to it, so that it costs the same writes.
 */
export const NOBODY_ID = "00000000-0000-7000-8000-000000000000";

export type RefreshTokenRow = typeof refreshTokens.$inferSelect;
export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

/** What every signed-in route may know of its caller. */
export type LiveUser = Awaited<ReturnType<typeof findLiveSession>>[number];

/** What a sign-in has to know of an account. */
export type Account = Awaited<ReturnType<typeof findAccount>>[number];

const LIVE_USER = {
  id: users.id,
  email: users.email,
  name: users.name,
  emailVerified: users.emailVerified,
  termsAcceptedAt: users.termsAcceptedAt,
  privacyPolicyAcceptedAt: users.privacyPolicyAcceptedAt,
  createdAt: users.createdAt,
};

/** The caller's account, if it is alive and the session was not ended after the token was issued. */
export function findLiveSession(db: AccountsDatabase, { userId, issuedAt }: Pick<Caller, "userId" | "issuedAt">) {
  return LIVE_SESSION(db, { userId, issuedAt });
}

const LIVE_SESSION = prepared((db, { userId, issuedAt }: Placeholders<Pick<Caller, "userId" | "issuedAt">>) =>
  db.select(LIVE_USER).from(users).where(holds({ userId, issuedAt })).limit(1),
);

/**
 * Whether the session still stands: for a write that must not outrun its end.
 * @param db where the account is, or a copy of it that this batch has written
 */
export function hasSession(db: Database, caller: Pick<Caller, "userId" | "issuedAt">): SQL {
  return exists(db.select({ one: sql`1` }).from(users).where(holds(caller)));
}

/**
 * The same for a batch of many statements, before which it stands: it is asked once for all of them.
 * @throws a constraint violation, and the batch with it, when the session does not stand
 */
export function requireLiveSession(db: AccountsDatabase, caller: Pick<Caller, "userId" | "issuedAt">) {
  return abortUnless(db, hasSession(db, caller));
}

/** The live account of an address. */
export function findAccount(db: AccountsDatabase, emailKey: string) {
  return db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      lockedAt: users.lockedAt,
      sessionsValidFrom: users.sessionsValidFrom,
    })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
    .limit(1);
}

/** A new account, not verified yet. Fails on the unique index when the address is taken. */
export function insertUser(
  db: AccountsDatabase,
  user: { id: string; email: string; emailKey: string; name: string; passwordHash: string },
  now: number,
) {
  return db.insert(users).values({ ...user, sessionsValidFrom: now, createdAt: now, updatedAt: now });
}

/** The condition under which one more failure locks an account. */
export function isLastFailureBeforeLock(userId: string): SQL {
  const ripe = and(live(userId), isNull(users.lockedAt), eq(users.failedLogins, FAILURES_BEFORE_LOCK - 1));
  return sql`exists (select 1 from ${users} where ${ripe})`;
}

/** Counts a failed login, and locks a live account at the limit. A lock keeps the moment it began. */
export function countFailedLogin(db: AccountsDatabase, userId: string, now: number) {
  const locks = and(
    isNull(users.lockedAt),
    isNull(users.deletedAt),
    sql`${users.failedLogins} + 1 >= ${FAILURES_BEFORE_LOCK}`,
  );
  return db
    .update(users)
    .set({
      failedLogins: sql`${users.failedLogins} + 1`,
      lockedAt: sql`case when ${locks} then ${now} else ${users.lockedAt} end`,
    })
    .where(eq(users.id, userId));
}

/** The first refresh token of a session, if the account is still open and has the password that was checked. */
export function insertFirstRefreshToken(db: AccountsDatabase, row: RefreshTokenRow, account: Account) {
  return insertWhere(
    db,
    refreshTokens,
    row,
    sql`exists (select 1 from ${users} where ${unchanged(account)})`,
  ).returning({
    id: refreshTokens.id,
  });
}

/** Forgets failures after a success, and stores the password's hash where it was made anew. */
export function noteLogin(db: AccountsDatabase, account: Account, login: { passwordHash: string | null; now: number }) {
  const { passwordHash, now } = login;
  const hasNews = or(
    gt(users.failedLogins, 0),
    passwordHash === null ? undefined : ne(users.passwordHash, passwordHash),
  );
  return db
    .update(users)
    .set({ failedLogins: 0, passwordHash, updatedAt: now })
    .where(and(unchanged(account), hasNews));
}

/** A refresh token as it was presented, with its successor if it was used. Only a live user's. */
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
      successor: { id: successor.id, createdAt: successor.createdAt, revokedAt: successor.revokedAt },
    })
    .from(refreshTokens)
    .innerJoin(users, and(eq(users.id, refreshTokens.userId), isNull(users.deletedAt)))
    .leftJoin(successor, eq(successor.id, refreshTokens.replacedBy))
    .where(and(eq(refreshTokens.id, presented.id), eq(refreshTokens.tokenHash, presented.tokenHash)))
    .limit(1);
}

/** The successor of a refresh token that nobody has used yet. Returns no row when somebody has. */
export function insertSuccessor(db: AccountsDatabase, row: RefreshTokenRow, usedId: string, now: number) {
  const stillGood = sql`exists (select 1 from ${refreshTokens} where ${usable(usedId, now)})`;
  return insertWhere(db, refreshTokens, row, stillGood).returning({ id: refreshTokens.id });
}

/** Marks a refresh token used, if it was not. */
export function useRefreshToken(
  db: AccountsDatabase,
  id: string,
  use: { usedAt: number; replacedBy: string; retryKeyHash: string | null },
) {
  return db.update(refreshTokens).set(use).where(usable(id, use.usedAt));
}

/** Ends a session: every token of the family, used or not. Returns those that were still good. */
export function revokeFamily(db: AccountsDatabase, familyId: string, now: number) {
  return db
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(and(eq(refreshTokens.familyId, familyId), isNull(refreshTokens.revokedAt)))
    .returning({ id: refreshTokens.id });
}

/** Ends the session that a presented refresh token belongs to, if there is one. */
export function revokeFamilyOf(db: AccountsDatabase, presented: { id: string; tokenHash: string }, now: number) {
  const same = and(eq(refreshTokens.id, presented.id), eq(refreshTokens.tokenHash, presented.tokenHash));
  const family = sql`(select ${refreshTokens.familyId} from ${refreshTokens} where ${same})`;
  return db
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(and(eq(refreshTokens.familyId, family), isNull(refreshTokens.revokedAt)));
}

/** Writes a token for a mailed link. Returns no row when the condition does not hold or the user is none. */
export function insertOneTimeToken(db: AccountsDatabase, row: OneTimeTokenRow, condition: SQL = sql`true`) {
  const known = sql`exists (select 1 from ${users} where ${eq(users.id, row.userId)})`;
  return insertWhere(db, oneTimeTokens, row, sql`${known} and ${condition}`).returning({
    userId: oneTimeTokens.userId,
  });
}

/** The owner of a token that may still be used. */
export function findTokenOwner(db: AccountsDatabase, token: PresentedToken) {
  return db
    .select({ id: users.id, emailKey: users.emailKey })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), isNull(users.deletedAt)))
    .where(redeemable(token))
    .limit(1);
}

/** A token that was presented for a purpose at a moment. */
export interface PresentedToken {
  tokenHash: string;
  purpose: OneTimeTokenRow["purpose"];
  now: number;
}

/** Notes that the owner of a token reads the mails of the address. Returns no row for a token that is no good. */
export function markVerified(db: AccountsDatabase, token: PresentedToken) {
  return db
    .update(users)
    .set({ emailVerified: true, updatedAt: token.now })
    .where(and(eq(users.id, ownerOf(token)), isNull(users.deletedAt)))
    .returning({ id: users.id });
}

/** Uses a token up. */
export function redeemToken(db: AccountsDatabase, token: PresentedToken) {
  return db.update(oneTimeTokens).set({ usedAt: token.now }).where(redeemable(token));
}

/** Uses up a token and every other one of its owner's for the same purpose. */
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
 * A new password by a mailed token: opens the lock, ends every session issued until now, and proves the address.
 * Returns no row for a token that is no good.
 */
export function resetPasswordBy(db: AccountsDatabase, token: PresentedToken, passwordHash: string) {
  return db
    .update(users)
    .set({
      passwordHash,
      failedLogins: 0,
      lockedAt: null,
      emailVerified: true,
      // The first moment at which a new session may begin: one that was issued in this very millisecond ends too.
      sessionsValidFrom: sql`max(${users.sessionsValidFrom}, ${token.now + 1})`,
      updatedAt: token.now,
    })
    .where(and(eq(users.id, ownerOf(token)), isNull(users.deletedAt)))
    .returning({ id: users.id });
}

/** Ends every session of a token's owner. */
export function revokeSessionsBy(db: AccountsDatabase, token: PresentedToken) {
  return db
    .update(refreshTokens)
    .set({ revokedAt: token.now })
    .where(and(eq(refreshTokens.userId, ownerOf(token)), isNull(refreshTokens.revokedAt)));
}

/** Notes consent while the session stands; the first moment of each stays. */
export function markTermsAccepted(db: AccountsDatabase, caller: Pick<Caller, "userId" | "issuedAt">, now: number) {
  return db
    .update(users)
    .set({
      termsAcceptedAt: sql`coalesce(${users.termsAcceptedAt}, ${now})`,
      privacyPolicyAcceptedAt: sql`coalesce(${users.privacyPolicyAcceptedAt}, ${now})`,
      updatedAt: now,
    })
    .where(holds(caller))
    .returning(LIVE_USER);
}

/** The account is alive, and the session was not ended after its token was issued. */
function holds({ userId, issuedAt }: { userId: Bindable<string>; issuedAt: Bindable<number> }) {
  return and(eq(users.id, userId), isNull(users.deletedAt), lte(users.sessionsValidFrom, issuedAt));
}

function live(userId: string) {
  return and(eq(users.id, userId), isNull(users.deletedAt));
}

/** The account is open and has the password that was checked. */
function unchanged(account: Account) {
  return and(live(account.id), isNull(users.lockedAt), eq(users.passwordHash, account.passwordHash ?? ""));
}

/** The refresh token is nobody's past yet. */
function usable(id: string, now: number) {
  return and(
    eq(refreshTokens.id, id),
    isNull(refreshTokens.usedAt),
    isNull(refreshTokens.revokedAt),
    gt(refreshTokens.expiresAt, now),
  );
}

function redeemable(token: PresentedToken) {
  return and(
    eq(oneTimeTokens.tokenHash, token.tokenHash),
    eq(oneTimeTokens.purpose, token.purpose),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, token.now),
  );
}

/** The condition of everything that a token does: its owner while it is good, else nobody. */
function ownerOf(token: PresentedToken): SQL {
  return sql`(select ${oneTimeTokens.userId} from ${oneTimeTokens} where ${redeemable(token)})`;
}
