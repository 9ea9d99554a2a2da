import { and, asc, count, eq, exists, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { passkeys, usedChallenges } from "../../db/schema/second-factors.ts";
import type { Authorized } from "../../platform/authorization/authorization.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { hasLiveSession } from "../../platform/authorization/session-queries.ts";
import type { VerifiedChallenge } from "./passkey-challenge.ts";

type Confirmed = Authorized<{ session: Caller }>;

/** Passkeys of one account: more than anybody has devices. */
export const MAX_PASSKEYS = 20;

export type PasskeyRow = typeof passkeys.$inferSelect;

/** The passkeys of an account, oldest first. */
export function listPasskeys(db: AccountsDatabase, userId: string) {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

/** A live account's passkey by the id that the authenticator gave it, with what a sign-in is decided on. */
export function findPasskey(db: AccountsDatabase, credentialId: string) {
  return db
    .select({
      passkeyId: passkeys.id,
      userId: passkeys.userId,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      signCount: passkeys.signCount,
    })
    .from(passkeys)
    .innerJoin(users, and(eq(users.id, passkeys.userId), isNull(users.deletedAt)))
    .where(eq(passkeys.credentialId, credentialId))
    .limit(1);
}

/** Uses a challenge up. @throws a constraint violation, which aborts the batch, when it was used before */
export function useChallenge(db: AccountsDatabase, challenge: VerifiedChallenge) {
  return db.insert(usedChallenges).values(challenge);
}

/** The condition that the caller's session is live and their account may have one more passkey. */
export function hasRoomForPasskey(db: AccountsDatabase, user: Confirmed): SQL {
  const stored = db.select({ stored: count() }).from(passkeys).where(eq(passkeys.userId, user.session.userId));
  return sql`${stored} < ${MAX_PASSKEYS} and ${hasLiveSession(db, user)}`;
}

/**
 * Stores a new passkey. Returns no row when the account has as many as it may, or the session has ended.
 * @throws a constraint violation when an account has this passkey already
 */
export function insertPasskey(db: AccountsDatabase, user: Confirmed, row: PasskeyRow) {
  return insertWhere(db, passkeys, row, hasRoomForPasskey(db, user)).returning({ id: passkeys.id });
}

/** Records a use. Returns no row when the passkey is gone, or a parallel use had the same signature count. */
export function markPasskeyUsed(
  db: AccountsDatabase,
  passkeyId: string,
  use: { signCount: number; backedUp: boolean; lastUsedAt: number; lastUsedPlace: string | null },
) {
  const hasGrown = or(lt(passkeys.signCount, use.signCount), and(eq(passkeys.signCount, 0), sql`${use.signCount} = 0`));
  return db
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, passkeyId), hasGrown, exists(liveOwner(db))))
    .returning({ id: passkeys.id });
}

/** Removes a passkey of the caller. Returns no row when there is none, or the session has ended. */
export function deletePasskey(db: AccountsDatabase, user: Confirmed, passkeyId: string) {
  return db
    .delete(passkeys)
    .where(isOwnPasskey(db, user, passkeyId))
    .returning({ id: passkeys.id });
}

/** The condition that `deletePasskey` removes a passkey. */
export function hasPasskey(db: AccountsDatabase, user: Confirmed, passkeyId: string): SQL {
  const own = db.select({ one: sql`1` }).from(passkeys);
  return exists(own.where(isOwnPasskey(db, user, passkeyId)));
}

function isOwnPasskey(db: AccountsDatabase, user: Confirmed, passkeyId: string) {
  return and(eq(passkeys.id, passkeyId), eq(passkeys.userId, user.session.userId), hasLiveSession(db, user));
}

function liveOwner(db: AccountsDatabase) {
  return db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, passkeys.userId), isNull(users.deletedAt)));
}
