import { and, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { passkeys, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { Caller } from "../../platform/authorization/caller.ts";

/** Time of a session's last sign-in or step-up, and the factors of its account. */
export type Authentication = Awaited<ReturnType<typeof findAuthentication>>[number];

/** For `requireStepUp`. Returns no row if the account or the session no longer exists. */
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

export type TotpRow = typeof totpSecrets.$inferSelect;

/** The account's authenticator app, confirmed or not. */
export function findTotp(db: AccountsDatabase, userId: string) {
  return db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).limit(1);
}

/** Condition: the account has a confirmed app. */
export function hasConfirmedTotp(db: AccountsDatabase, userId: string): SQL {
  return exists(confirmedTotp(db, userId));
}

export function replaceRecoveryCodes(db: AccountsDatabase, userId: string, codeHashes: readonly string[], now: number) {
  const rows = codeHashes.map((codeHash) => ({ userId, codeHash, createdAt: now }));
  return [
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(rows),
  ] as const;
}

export function deleteRecoveryCodes(db: AccountsDatabase, userId: string) {
  return db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Time for which a network counts as known after a sign-in. */
export const KNOWN_NETWORK_MS = 30 * DAY_MS;

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
