import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { ACCOUNT_LINKS } from "../../platform/secrets/kinds.ts";
import { isSecretOpen, ofOpenSecret, type PresentedSecret, useSecretsOf } from "../../platform/secrets/queries.ts";

/** The password's hash of a live account, and what its rules need. */
export function findPassword(db: AccountsDatabase, userId: string) {
  return db
    .select({ passwordHash: users.passwordHash, emailKey: users.emailKey })
    .from(users)
    .where(isLive(userId))
    .limit(1);
}

/** The user with this address, deleted ones left out. */
export function findByAddress(db: AccountsDatabase, emailKey: string) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
    .limit(1);
}

/** Renames an account. @param guard the condition `hasLiveSession` */
export function updateUser(
  db: AccountsDatabase,
  userId: string,
  changes: { name?: string; locale?: string },
  now: number,
  guard: SQL,
) {
  return db
    .update(users)
    .set({ ...changes, updatedAt: now })
    .where(and(isLive(userId), guard))
    .returning({ id: users.id });
}

/** Sets a new password in place of the one that was checked; see `assertPassword`. */
export function replacePassword(
  db: AccountsDatabase,
  userId: string,
  password: { checked: string; next: string },
  now: number,
) {
  return db
    .update(users)
    .set({ passwordHash: password.next, updatedAt: now })
    .where(and(isLive(userId), eq(users.passwordHash, password.checked)));
}

/** A first statement that aborts its batch unless the account has the password that was checked. */
export function assertPassword(db: AccountsDatabase, userId: string, checked: string) {
  const isChecked = and(isLive(userId), eq(users.passwordHash, checked));
  return abortUnless(db, sql`exists (select 1 from ${users} where ${isChecked})`);
}

/** Uses up what emailed links of an account could still do: reset the password, verify or change the address. */
export function endMailedLinks(db: AccountsDatabase, userId: string, now: number) {
  return useSecretsOf(db, userId, ACCOUNT_LINKS, now);
}

/** A first statement that aborts its batch unless a secret is open. */
export function assertSecretOpen(db: AccountsDatabase, secret: PresentedSecret) {
  return abortUnless(db, isSecretOpen(secret));
}

/**
 * Gives the user of an open secret this address, verified.
 * @throws a constraint violation when another account has the address
 */
export function applyEmailChange(
  db: AccountsDatabase,
  secret: PresentedSecret,
  { email, emailKey }: { email: string; emailKey: string },
) {
  return db
    .update(users)
    .set({ email, emailKey, emailVerified: true, updatedAt: secret.now })
    .where(and(eq(users.id, ofOpenSecret(secrets.userId, secret)), isNull(users.deletedAt)));
}

function isLive(userId: string) {
  return and(eq(users.id, userId), isNull(users.deletedAt));
}
