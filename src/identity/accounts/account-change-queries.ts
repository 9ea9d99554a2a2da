import { and, eq, isNull } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { isSecretOpen, ofOpenSecret, type PresentedSecret } from "../../platform/secrets/queries.ts";

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

export function isLive(userId: string) {
  return and(eq(users.id, userId), isNull(users.deletedAt));
}
