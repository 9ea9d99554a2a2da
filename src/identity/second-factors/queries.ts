import { and, count, eq, exists, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { factorFailures, passkeys, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { sessions, signInNetworks } from "../../db/schema/sessions.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { Authorized } from "../../platform/authorization/authorization.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { hasLiveSession } from "../../platform/authorization/session-queries.ts";

type Confirmed = Authorized<{ session: Caller }>;

/** When a session last proved who it belongs to, and what it can prove that with. */
export type Authentication = Awaited<ReturnType<typeof findAuthentication>>[number];

/** For `requireStepUp`. No row: the account or the session is gone. */
export function findAuthentication(db: AccountsDatabase, { userId, sessionId }: Caller) {
  return db
    .select({
      authenticatedAt: sessions.authenticatedAt,
      authenticatedCountry: sessions.authenticatedCountry,
      hasTotp: sql<number>`${exists(confirmedTotp(db, userId))}`,
      hasPasskey: sql<number>`${exists(passkeysOf(db, userId))}`,
    })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .limit(1);
}

/** Records that a session has proved who it belongs to. Returns no row when the session has ended. */
export function markAuthenticated(
  db: AccountsDatabase,
  user: Confirmed,
  proof: Pick<typeof sessions.$inferSelect, "authenticatedAt" | "authenticatedCountry">,
) {
  const { userId, sessionId } = user.session;
  return db
    .update(sessions)
    .set(proof)
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
  return db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, user.session.userId), hasLiveSession(db, user)))
    .returning({ userId: recoveryCodes.userId });
}

/** The condition that `deleteRecoveryCodes` deletes a code. */
export function hasRecoveryCodes(db: AccountsDatabase, user: Confirmed): SQL {
  const codes = db.select({ one: sql`1` }).from(recoveryCodes);
  return sql`${exists(codes.where(eq(recoveryCodes.userId, user.session.userId)))} and ${hasLiveSession(db, user)}`;
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

/** Wrong codes of a day, after which only networks may try from which the user has signed in. */
const MAX_FAILURES = 20;
const FAILURES_MS = DAY_MS;
/** How long a network from which a user has signed in may try. */
export const KNOWN_NETWORK_MS = 30 * DAY_MS;

/**
 * Counts a try of a code before it is compared, so that parallel tries count, too. Returns no row when the day's tries are used
 * up and the network is not known. Those from before a reset of the password do not count.
 * @param networks the hashes of the client's network
 */
export function claimTry(
  db: AccountsDatabase,
  attempt: { id: string; userId: string; at: number },
  networks: readonly string[],
) {
  const { userId, at } = attempt;
  const validFrom = sql`(select ${users.sessionsValidFrom} from ${users} where ${users.id} = ${userId})`;
  const failures = db
    .select({ tries: count() })
    .from(factorFailures)
    .where(and(eq(factorFailures.userId, userId), gt(factorFailures.at, sql`max(${at - FAILURES_MS}, ${validFrom})`)));
  const known = db
    .select({ one: sql`1` })
    .from(signInNetworks)
    .where(
      and(
        eq(signInNetworks.userId, userId),
        inArray(signInNetworks.networkHash, [...networks]),
        gt(signInNetworks.lastAt, at - KNOWN_NETWORK_MS),
      ),
    );
  return insertWhere(db, factorFailures, attempt, sql`(${failures}) < ${MAX_FAILURES} or ${exists(known)}`).returning({
    id: factorFailures.id,
  });
}

/** Forgets the tries of a user who has a new password. After a reset, `sessions_valid_from` does the same. */
export function forgetTries(db: AccountsDatabase, userId: string) {
  return db.delete(factorFailures).where(eq(factorFailures.userId, userId));
}

/** Takes a try back, if the statement before it in the batch has used a factor up: the try was right. */
export function forgetTry(db: AccountsDatabase, id: string) {
  return db.delete(factorFailures).where(and(eq(factorFailures.id, id), sql`changes() > 0`));
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
