import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { isOpen, isSecretOpen, ofOpenSecret, type PresentedSecret } from "../../platform/secrets/queries.ts";
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

/** A first statement that aborts its batch unless the secret is open and the address of its user is not verified. */
export function assertUnverifiedBy(db: AccountsDatabase, secret: PresentedSecret, userId: string) {
  return abortUnless(db, sql`(${isSecretOpen(secret)} and ${isUnverified(userId)})`);
}

/** The ID of a secret's user while the secret is open, else null. */
export function secretOwnerId(secret: PresentedSecret): SQL {
  return ofOpenSecret(secrets.userId, secret);
}
