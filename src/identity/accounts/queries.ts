import { and, eq, exists, gt, inArray, isNull, ne, not, notExists, or, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { accountLog, signInNetworks } from "../../db/schema/sessions.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { ofOpenSecret, type PresentedSecret } from "../../platform/secrets/queries.ts";

/**
 * A deleted account that the migrations seed. Requests about an unknown address write to it, so that they cost the same
 * as requests about a real account.
 */
export const DUMMY_USER_ID = "00000000-0000-7000-8000-000000000000";

/** The columns that a sign-in needs. */
export type Account = Awaited<ReturnType<typeof findAccount>>[number];

const ACCOUNT = {
  id: users.id,
  passwordHash: users.passwordHash,
  lockedAt: users.lockedAt,
  sessionsValidFrom: users.sessionsValidFrom,
  signInsValidFrom: users.signInsValidFrom,
  emailVerified: users.emailVerified,
  failedLogins: users.failedLogins,
  createdAt: users.createdAt,
  /** Signing in by password also asks for a code. */
  hasTotp: sql<number>`exists (select 1 from totp_secrets
    where totp_secrets.user_id = users.id and totp_secrets.confirmed_at is not null)`,
};

/** The live account of an address. */
export function findAccount(db: AccountsDatabase, emailKey: string) {
  return db
    .select(ACCOUNT)
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
    .limit(1);
}

/** The live account of a user. */
export function findAccountById(db: AccountsDatabase, userId: string) {
  return db.select(ACCOUNT).from(users).where(isLiveUser(userId)).limit(1);
}

/** A new, unverified account. @throws a constraint violation when the address has an account */
export function insertUser(
  db: AccountsDatabase,
  user: Pick<
    typeof users.$inferInsert,
    "id" | "email" | "emailKey" | "name" | "locale" | "passwordHash" | "signedUpFrom"
  >,
  now: number,
) {
  return db.insert(users).values({ ...user, sessionsValidFrom: now, createdAt: now, updatedAt: now });
}

/** Resets the failure count after a success, and stores the password hash if it was recomputed. Else writes nothing. */
export function recordLogin(
  db: AccountsDatabase,
  account: Account,
  login: { passwordHash: string | null; now: number },
) {
  const { passwordHash, now } = login;
  const hasChanges = or(
    gt(users.failedLogins, 0),
    passwordHash === null ? undefined : ne(users.passwordHash, passwordHash),
  );
  return db
    .update(users)
    .set({ failedLogins: 0, passwordHash, updatedAt: now })
    .where(and(isUnchanged(account), hasChanges));
}

/** Time for which the log of an account can be read. */
export const LOG_RETENTION_MS = 90 * DAY_MS;
/** Wrong passwords in a row after which a sign-in from a new network is unusual. */
const SUSPICIOUS_FAILURES = 3;

/**
 * Condition: an unusual sign-in. The account has no sign-in from this network in the last 30 days. In addition, either
 * this device has not signed in from this country in the last 90 days, or wrong passwords came just before. False for
 * the first sign-in of a new account. After these times, the Scheduler deletes networks and log entries.
 * @param signIn a country of null is not compared
 */
export function isUnusualSignIn(
  db: AccountsDatabase,
  { id, createdAt, failedLogins }: Account,
  signIn: { networks: readonly string[]; device: string | null; country: string | null; createdAt: number },
) {
  const { networks, device, country } = signIn;
  const { userId, networkHash } = signInNetworks;
  const isOfNetwork = and(eq(userId, id), inArray(networkHash, [...networks]));
  const hasSignedIn = (also?: SQL) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(accountLog)
        .where(and(eq(accountLog.userId, id), eq(accountLog.what, "signed_in"), also)),
    );
  const isSameClient = and(
    sql`${accountLog.device} is ${device}`,
    country === null ? undefined : sql`substr(${accountLog.place}, -2) = ${country}`,
  );
  return and(
    notExists(db.select({ one: sql`1` }).from(signInNetworks).where(isOfNetwork)),
    createdAt < signIn.createdAt - LOG_RETENTION_MS ? undefined : hasSignedIn(),
    failedLogins < SUSPICIOUS_FAILURES ? not(hasSignedIn(isSameClient)) : undefined,
  );
}

/** The condition that an account has not verified its address. */
export function isUnverified(userId: string): SQL {
  return sql`exists (select 1 from ${users} where ${and(isLiveUser(userId), eq(users.emailVerified, false))})`;
}

export function isLiveUser(userId: string) {
  return and(eq(users.id, userId), isNull(users.deletedAt));
}

/** Condition: the account's lock and password are unchanged since it was read. */
export function isUnchanged(account: Account) {
  return and(
    isLiveUser(account.id),
    sql`${users.lockedAt} is ${account.lockedAt}`,
    eq(users.passwordHash, account.passwordHash ?? ""),
  );
}

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
