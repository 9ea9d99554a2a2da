import { and, eq, exists, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { emailChanges, oneTimeTokens, refreshTokens, users } from "../../db/schema/accounts.ts";
import type { WhichSessions } from "./session-queries.ts";

export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

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

/** Deletes the address that a token's user has asked for: whoever resets the password may not have been the one. */
export function deleteEmailChangeByToken(db: AccountsDatabase, token: PresentedToken) {
  return db.delete(emailChanges).where(eq(emailChanges.userId, ownerOf(token)));
}

/** Every session of a token's user, while the token is redeemable. */
export function ofTokenOwner(token: PresentedToken): WhichSessions {
  return sql`${refreshTokens.userId} = ${ownerOf(token)}`;
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
