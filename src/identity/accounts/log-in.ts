import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { users } from "../../db/schema/accounts.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { hashPassword, PASSWORD_COSTS, verifyPassword } from "../../kernel/password-hash.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { insertSecret } from "../../platform/secrets/queries.ts";
import { issueSecret } from "../../platform/secrets/secrets.ts";
import type { Credentials } from "./credentials.ts";
import { signLoginToken } from "./factor-token.ts";
import { logChange } from "./log-change.ts";
import { mailVerification } from "./mail-verification.ts";
import { type Account, DUMMY_USER_ID, findAccount, isLiveUser, recordLogin } from "./queries.ts";
import { startSession } from "./start-session.ts";

/** Consecutive failed logins that lock an account. Only a password reset unlocks it. */
const MAX_FAILED_LOGINS = 5;

/**
 * Signs a user in. An unknown address, a wrong password, a locked account and an unverified address take equal time:
 * one hash, two round trips and equal statements. They run on a dummy account if there is none or the password is
 * right. The right password of an unverified address sends the verification email again, after the response. A success
 * resets the count of failures.
 * @throws AppError 401 `invalid_credentials`, and after the right password of an account with an authenticator app 401
 *    `second_factor_required` with the `factor_token` for `completeLogIn`
 */
export async function logIn(
  ctx: RequestContext,
  input: { email: string; password: string },
  facts: RequestFacts,
): Promise<Credentials> {
  const [account] = await findAccount(ctx.accountsDb, emailKey(input.email));
  const cost = PASSWORD_COSTS[ctx.config.PASSWORD_HASH_COST];
  const { matches, outdated } = verifyPassword(input.password, account?.passwordHash ?? null, cost);
  if (account === undefined || account.lockedAt !== null || !matches) {
    await recordFailedLogin(ctx, account?.id ?? DUMMY_USER_ID);
    throw new AppError("invalid_credentials");
  }
  if (!account.emailVerified) {
    await recordFailedLogin(ctx, DUMMY_USER_ID);
    ctx.defer(() => mailVerification(ctx, { id: account.id, email: input.email }));
    throw new AppError("invalid_credentials");
  }
  const passwordHash = outdated ? hashPassword(input.password, cost) : undefined;
  if (account.hasTotp) throw await needsFactor(ctx, account, passwordHash);
  return startSession(ctx, account, { method: "password", passwordHash, facts });
}

/**
 * Returns the error that asks for the second step. Stores a password hash that was recomputed, because the password is
 * unknown later.
 */
async function needsFactor(ctx: RequestContext, account: Account, rehashed: string | undefined): Promise<AppError> {
  if (rehashed !== undefined) {
    await recordLogin(ctx.accountsDb, account, { passwordHash: rehashed, now: ctx.clock.now() });
  }
  const passwordHash = rehashed ?? account.passwordHash;
  return new AppError("second_factor_required", {
    factor_token: await signLoginToken(ctx, { ...account, passwordHash }),
  });
}

/**
 * Counts a failed login. The failure that reaches the limit locks the account and emails its owner a password-reset
 * link, so that others cannot lock the owner out. Later failures are only counted. One batch: parallel failures are
 * each counted once, and exactly one locks.
 */
async function recordFailedLogin(ctx: RequestContext, userId: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const locks = isNextFailureLocking(userId);
  const token = await issueSecret(ctx, "reset_password", { owner: userId });
  const message = busMessage(ctx, "account.mail", {
    user_id: userId,
    kind: "account_locked",
    token_id: token.id,
  });
  const outboxEntries = enqueue(ctx, [message], locks);
  const { issued } = await runBatch(db, {
    issued: one(insertSecret(db, token.row, locks)),
    logged: logChange(ctx, userId, "account_locked"),
    outbox: outboxEntries.statements,
    counted: countFailedLogin(db, userId, clock.now()),
  });
  if (issued !== undefined) outboxEntries.publishAfterResponse();
}

/** The condition that the next failed login locks an account. */
function isNextFailureLocking(userId: string): SQL {
  const isOneBelowLimit = and(
    isLiveUser(userId),
    isNull(users.lockedAt),
    eq(users.failedLogins, MAX_FAILED_LOGINS - 1),
  );
  return sql`exists (select 1 from ${users} where ${isOneBelowLimit})`;
}

/** Counts a failed login, and locks a live account at the limit. `lockedAt` of a locked account does not change. */
function countFailedLogin(db: AccountsDatabase, userId: string, now: number) {
  const locks = and(
    isNull(users.lockedAt),
    isNull(users.deletedAt),
    sql`${users.failedLogins} + 1 >= ${MAX_FAILED_LOGINS}`,
  );
  return db
    .update(users)
    .set({
      failedLogins: sql`${users.failedLogins} + 1`,
      lockedAt: sql`case when ${locks} then ${now} else ${users.lockedAt} end`,
    })
    .where(eq(users.id, userId));
}
