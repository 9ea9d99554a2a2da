import { and, count, eq, exists, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { passkeys, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { sessions } from "../../db/schema/sessions.ts";
import type { Authorized } from "../accounts/authorization.ts";
import { hasLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";

type Confirmed = Authorized<{ session: Caller }>;

/** When a session last proved who it belongs to, and what it can prove that with. */
export type Authentication = Awaited<ReturnType<typeof findAuthentication>>[number];

/** For `requireStepUp`. No row: the account or the session is gone. */
export function findAuthentication(db: AccountsDatabase, { userId, sessionId }: Caller) {
  return db
    .select({
      authenticatedAt: sessions.authenticatedAt,
      hasTotp: sql<number>`${exists(confirmedTotp(db, userId))}`,
      hasPasskey: sql<number>`${exists(passkeysOf(db, userId))}`,
    })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .limit(1);
}

/** Records that a session has proved who it belongs to. Returns no row when the session has ended. */
export function markAuthenticated(db: AccountsDatabase, user: Confirmed, now: number) {
  const { userId, sessionId } = user.session;
  return db
    .update(sessions)
    .set({ authenticatedAt: now })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), hasLiveSession(db, user)))
    .returning({ authenticatedAt: sessions.authenticatedAt });
}

export type TotpRow = typeof totpSecrets.$inferSelect;

/** The account's authenticator app, confirmed or not. */
export function findTotp(db: AccountsDatabase, userId: string) {
  return db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).limit(1);
}

/** How many recovery codes are left. */
export function countRecoveryCodes(db: AccountsDatabase, userId: string) {
  return db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** Stores a secret that is not confirmed, in place of an earlier one. Returns no row when an app is confirmed. */
export function upsertTotp(db: AccountsDatabase, user: Confirmed, totp: { sealedSecret: string; createdAt: number }) {
  const row = { userId: user.session.userId, ...totp, confirmedAt: null, lastStep: 0 };
  return insertWhere(db, totpSecrets, row, hasLiveSession(db, user))
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { ...totp, lastStep: 0 },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId });
}

/**
 * A first statement that aborts its batch unless a secret is still the one that was read, and not confirmed.
 * @throws a constraint violation
 */
export function assertUnconfirmed(db: AccountsDatabase, user: Confirmed, { sealedSecret }: TotpRow) {
  const row = db
    .select({ one: sql`1` })
    .from(totpSecrets)
    .where(
      and(
        eq(totpSecrets.userId, user.session.userId),
        eq(totpSecrets.sealedSecret, sealedSecret),
        isNull(totpSecrets.confirmedAt),
      ),
    );
  return abortUnless(db, sql`${exists(row)} and ${hasLiveSession(db, user)}`);
}

/** The condition that the caller's account has a confirmed app and their session is live. */
export function hasConfirmedTotp(db: AccountsDatabase, user: Confirmed): SQL {
  return sql`${exists(confirmedTotp(db, user.session.userId))} and ${hasLiveSession(db, user)}`;
}

/** A first statement that aborts its batch unless `hasConfirmedTotp` holds. @throws a constraint violation */
export function assertConfirmedTotp(db: AccountsDatabase, user: Confirmed) {
  return abortUnless(db, hasConfirmedTotp(db, user));
}

/** Confirms a secret with the time step of its first code. */
export function confirmTotpSecret(db: AccountsDatabase, userId: string, confirmed: { at: number; step: number }) {
  return db
    .update(totpSecrets)
    .set({ confirmedAt: confirmed.at, lastStep: confirmed.step })
    .where(eq(totpSecrets.userId, userId));
}

/** Replaces the recovery codes of an account. */
export function replaceRecoveryCodes(db: AccountsDatabase, userId: string, codeHashes: readonly string[], now: number) {
  const rows = codeHashes.map((codeHash) => ({ userId, codeHash, createdAt: now }));
  return [
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(rows),
  ] as const;
}

/** Removes an account's authenticator app. Returns no row when there is none, or the session has ended. */
export function deleteTotp(db: AccountsDatabase, user: Confirmed) {
  return db
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userId, user.session.userId), hasLiveSession(db, user)))
    .returning({ confirmedAt: totpSecrets.confirmedAt });
}

/** Deletes the recovery codes of an account while the session is live. */
export function deleteRecoveryCodes(db: AccountsDatabase, user: Confirmed) {
  return db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, user.session.userId), hasLiveSession(db, user)));
}

/**
 * Uses the code of a time step up. Returns no row when it, or a later one, was used before.
 * @param used the secret sealed again, where an earlier platform secret had sealed it
 */
export function useTotpStep(db: AccountsDatabase, userId: string, used: { step: number; sealedSecret: string }) {
  return db
    .update(totpSecrets)
    .set({ lastStep: used.step, sealedSecret: used.sealedSecret })
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt), lt(totpSecrets.lastStep, used.step)))
    .returning({ userId: totpSecrets.userId });
}

/** The condition that an account has this recovery code, unused. */
export function isRecoveryCodeUnused(db: AccountsDatabase, userId: string, codeHash: string): SQL {
  return exists(db.select({ one: sql`1` }).from(recoveryCodes).where(isUnused(userId, codeHash)));
}

/** Uses a recovery code up. Returns no row when it does not exist or was used before. */
export function useRecoveryCode(db: AccountsDatabase, userId: string, codeHash: string, now: number) {
  return db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(isUnused(userId, codeHash))
    .returning({ userId: recoveryCodes.userId });
}

function isUnused(userId: string, codeHash: string) {
  return and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt));
}

/** Secrets that another key than the newest has sealed, in the order of their users. @param keyId see `sealingKeyId` */
export function listOutdatedTotp(db: AccountsDatabase, keyId: string, after: string, limit: number) {
  return db
    .select({ userId: totpSecrets.userId, sealedSecret: totpSecrets.sealedSecret })
    .from(totpSecrets)
    .where(and(gt(totpSecrets.userId, after), sql`substr(${totpSecrets.sealedSecret}, 1, ${keyId.length}) <> ${keyId}`))
    .orderBy(totpSecrets.userId)
    .limit(limit);
}

/** Stores a secret that was sealed again, if it has not changed since it was read. */
export function replaceSealedSecret(db: AccountsDatabase, userId: string, before: string, sealedSecret: string) {
  return db
    .update(totpSecrets)
    .set({ sealedSecret })
    .where(and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealedSecret, before)));
}

function passkeysOf(db: AccountsDatabase, userId: string) {
  return db.select({ one: sql`1` }).from(passkeys).where(eq(passkeys.userId, userId));
}

/** Subquery: the account has an app whose codes it must show. */
function confirmedTotp(db: AccountsDatabase, userId: string) {
  return db
    .select({ one: sql`1` })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
}
