import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { emailChanges, oneTimeTokens, users } from "../../db/schema/accounts.ts";

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

/** Ends what mailed links of an account could still do: reset the password, verify or change the address. */
export function endMailedLinks(db: AccountsDatabase, userId: string, now: number) {
  return [
    db
      .update(oneTimeTokens)
      .set({ usedAt: now })
      .where(and(eq(oneTimeTokens.userId, userId), isNull(oneTimeTokens.usedAt))),
    deleteEmailChange(db, userId),
  ] as const;
}

/** Deletes the address that an account has asked for. */
export function deleteEmailChange(db: AccountsDatabase, userId: string) {
  return db.delete(emailChanges).where(eq(emailChanges.userId, userId));
}

/** Stores the address that an account asks for, in place of one it asked for before. */
export function upsertEmailChange(db: AccountsDatabase, change: typeof emailChanges.$inferInsert) {
  const { userId, ...updates } = change;
  return db.insert(emailChanges).values(change).onConflictDoUpdate({ target: emailChanges.userId, set: updates });
}

/** A change of address by the link of its mail, with the account's address until then. */
export function findEmailChange(db: AccountsDatabase, tokenHash: string, now: number) {
  return db
    .select({ userId: emailChanges.userId, previous: users.email })
    .from(emailChanges)
    .innerJoin(users, and(eq(users.id, emailChanges.userId), isNull(users.deletedAt)))
    .where(isPending(tokenHash, now))
    .limit(1);
}

/** A first statement that aborts its batch unless a change of address is pending. */
export function assertEmailChange(db: AccountsDatabase, tokenHash: string, now: number) {
  return abortUnless(db, sql`exists (select 1 from ${emailChanges} where ${isPending(tokenHash, now)})`);
}

/**
 * Gives an account the address whose mail had this token, verified.
 * @throws a constraint violation when another account has the address
 */
export function applyEmailChange(db: AccountsDatabase, tokenHash: string, now: number) {
  const asked = (column: typeof emailChanges.email | typeof emailChanges.emailKey | typeof emailChanges.userId) =>
    sql`(select ${column} from ${emailChanges} where ${isPending(tokenHash, now)})`;
  return db
    .update(users)
    .set({
      email: asked(emailChanges.email),
      emailKey: asked(emailChanges.emailKey),
      emailVerified: true,
      updatedAt: now,
    })
    .where(and(eq(users.id, asked(emailChanges.userId)), isNull(users.deletedAt)));
}

function isPending(tokenHash: string, now: number) {
  return and(eq(emailChanges.tokenHash, tokenHash), gt(emailChanges.expiresAt, now));
}

function isLive(userId: string) {
  return and(eq(users.id, userId), isNull(users.deletedAt));
}
