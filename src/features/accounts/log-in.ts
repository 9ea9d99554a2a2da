import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { hashPassword, PASSWORD_COSTS, verifyPassword } from "../../kernel/password-hash.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Credentials, credentialsOf, newRefreshToken } from "./credentials.ts";
import { type Account, DUMMY_USER_ID, findAccount, insertFirstRefreshToken, recordLogin } from "./queries.ts";
import { recordFailedLogin } from "./record-failed-login.ts";

/**
 * Signs a user in. An unknown address, a wrong password and a locked account cost the same: one hash, two round trips,
 * and the same statements, on the dummy account for an unknown address. The address need not be verified. A success
 * resets the count of failures.
 * @throws AppError 401 `invalid_credentials`
 */
export async function logIn(ctx: RequestContext, input: { email: string; password: string }): Promise<Credentials> {
  const [account] = await findAccount(ctx.accountsDb, emailKey(input.email));
  const cost = PASSWORD_COSTS[ctx.config.PASSWORD_HASH_COST];
  const { matches, outdated } = verifyPassword(input.password, account?.passwordHash ?? null, cost);
  if (account === undefined || account.lockedAt !== null || !matches) {
    await recordFailedLogin(ctx, account?.id ?? DUMMY_USER_ID);
    throw new AppError("invalid_credentials");
  }
  return startSession(ctx, account, outdated ? hashPassword(input.password, cost) : account.passwordHash);
}

/** Writes the session and resets the count in one batch, if the account is as it was read: not locked, same password. */
async function startSession(ctx: RequestContext, account: Account, passwordHash: string | null): Promise<Credentials> {
  const { accountsDb: db, clock, keyring } = ctx;
  const now = clock.now();
  // `sessionsValidFrom` may come from a machine whose clock is ahead; an earlier session would be refused.
  const createdAt = Math.max(now, account.sessionsValidFrom);
  const token = await newRefreshToken(keyring, { userId: account.id, createdAt });
  const [started] = await db.batch([
    insertFirstRefreshToken(db, token, account),
    recordLogin(db, account, { passwordHash, now }),
  ]);
  if (started[0] === undefined) throw new AppError("invalid_credentials");
  return credentialsOf(keyring, token);
}
