import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { AppError } from "../../kernel/errors.ts";
import { isOpen, isSecretOpen, ofOpenSecret, type PresentedSecret } from "../../platform/secrets/queries.ts";
import { type SecretKind, secretHash } from "../../platform/secrets/secrets.ts";
import { isUnverified } from "./queries.ts";

/**
 * The secret of an emailed link, after checking its signature. No I/O.
 * @throws AppError 400 `invalid_token` for a value that was never issued
 */
export async function requireSecret(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  kind: SecretKind,
  value: string,
): Promise<PresentedSecret> {
  const hash = await secretHash(ctx, kind, value);
  if (hash === null) throw invalidToken();
  return { hash, kind, now: ctx.clock.now() };
}

/** 400, the same for a link that is forged, used, expired, or for another purpose. */
export function invalidToken(): AppError {
  return new AppError("invalid_token");
}

/** The user of an open secret, with the account's address and password, and the secret's purpose and time. */
export type SecretOwner = Awaited<ReturnType<typeof findSecretOwner>>[number];

/** The user of an open secret. */
export function findSecretOwner(db: AccountsDatabase, secret: PresentedSecret) {
  return db
    .select({
      id: users.id,
      email: users.email,
      emailKey: users.emailKey,
      emailVerified: users.emailVerified,
      passwordHash: users.passwordHash,
      payload: secrets.payload,
      createdAt: secrets.createdAt,
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

/** Why an address was not changed: another account was faster with it, or this one with another request. */
export async function addressLost(db: AccountsDatabase, secret: PresentedSecret): Promise<AppError> {
  const [still] = await findSecretOwner(db, secret);
  return still === undefined ? invalidToken() : new AppError("email_taken");
}

/** Condition: the secret is open, and the account of its owner is not deleted. */
export function isOfLiveOwner(secret: PresentedSecret): SQL {
  const isOwner = and(eq(users.id, ofOpenSecret(secrets.userId, secret)), isNull(users.deletedAt));
  return sql`exists (select 1 from ${users} where ${isOwner})`;
}
