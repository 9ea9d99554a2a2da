import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import {
  isOpen,
  isSecretOpen,
  ofOpenSecret,
  type PresentedSecret,
  useSecretsOf,
} from "../../platform/secrets/queries.ts";
import { isUnverified } from "./queries.ts";

/** The user of an open secret, with the account's address and password, and what the secret is for. */
export type SecretOwner = Awaited<ReturnType<typeof findSecretOwner>>[number];

/** The user of an open secret. */
export function findSecretOwner(db: AccountsDatabase, secret: PresentedSecret) {
  return db
    .select({
      ...{ id: users.id, email: users.email, emailKey: users.emailKey },
      ...{ emailVerified: users.emailVerified, passwordHash: users.passwordHash, payload: secrets.payload },
    })
    .from(secrets)
    .innerJoin(users, and(eq(users.id, secrets.userId), isNull(users.deletedAt)))
    .where(isOpen(secret))
    .limit(1);
}

/** Marks the address of a secret's user as verified. Returns no row if the secret is not open. */
export function markVerified(db: AccountsDatabase, secret: PresentedSecret) {
  return db
    .update(users)
    .set({ emailVerified: true, signedUpFrom: null, updatedAt: secret.now })
    .where(and(eq(users.id, ofOpenSecret(secrets.userId, secret)), isNull(users.deletedAt)))
    .returning({ id: users.id });
}

/**
 * Sets a new password by an emailed secret, unlocks the account and verifies the address; where it was not verified, the
 * name is emptied. Returns no row if the secret is not open.
 */
export function updatePasswordBySecret(db: AccountsDatabase, secret: PresentedSecret, passwordHash: string) {
  return db
    .update(users)
    .set({
      passwordHash,
      failedLogins: 0,
      lockedAt: null,
      emailVerified: true,
      signedUpFrom: null,
      // Whoever signed up had not proved the address, and may have been somebody else.
      name: sql`case when ${users.emailVerified} then ${users.name} else '' end`,
      updatedAt: secret.now,
    })
    .where(and(eq(users.id, ofOpenSecret(secrets.userId, secret)), isNull(users.deletedAt)))
    .returning({ id: users.id });
}

/** A first statement that aborts its batch unless the secret is open and the address of its user is not verified. */
export function assertUnverifiedBy(db: AccountsDatabase, secret: PresentedSecret, userId: string) {
  return abortUnless(db, sql`(${isSecretOpen(secret)} and ${isUnverified(userId)})`);
}

/** The ID of a secret's user while the secret is open, else null. */
export function secretOwnerId(secret: PresentedSecret): SQL {
  return ofOpenSecret(secrets.userId, secret);
}

/** Uses an open secret that verifies an address, and every other one that was emailed for it. */
export function useVerification(db: AccountsDatabase, secret: PresentedSecret) {
  return useSecretsOf(db, secretOwnerId(secret), ["verify_email"], secret.now);
}

/** What a reset will end for a user: names, in the order in which they were created. */
export function listCredentials(db: AccountsDatabase, userId: string, now: number) {
  return {
    sessions: db
      .select({ id: sessions.id, name: sessions.device })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
      .orderBy(sessions.id),
    keys: db
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(eq(apiKeys.userId, userId))
      .orderBy(apiKeys.id),
    endpoints: db
      .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.userId, userId))
      .orderBy(webhookEndpoints.id),
  };
}
