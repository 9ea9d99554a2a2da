import { and, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { passkeys, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { Authorized } from "../../platform/authorization/authorization.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { hasLiveSession } from "../../platform/authorization/session-queries.ts";

export type Confirmed = Authorized<{ session: Caller }>;

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

export type TotpRow = typeof totpSecrets.$inferSelect;

/** The account's authenticator app, confirmed or not. */
export function findTotp(db: AccountsDatabase, userId: string) {
  return db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).limit(1);
}

/** The condition that the caller's account has a confirmed app and their session is live. */
export function hasConfirmedTotp(db: AccountsDatabase, user: Confirmed): SQL {
  return sql`${exists(confirmedTotp(db, user.session.userId))} and ${hasLiveSession(db, user)}`;
}

/** Replaces the recovery codes of an account. */
export function replaceRecoveryCodes(db: AccountsDatabase, userId: string, codeHashes: readonly string[], now: number) {
  const rows = codeHashes.map((codeHash) => ({ userId, codeHash, createdAt: now }));
  return [
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(rows),
  ] as const;
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
/** How long a network from which a user has signed in may try. */
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
