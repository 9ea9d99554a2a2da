import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { hashPassword, PASSWORD_COSTS, verifyPassword } from "../../kernel/password-hash.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Credentials, credentialsOf, newRefreshToken } from "./credentials.ts";
import { noteFailedLogin } from "./note-failed-login.ts";
import { type Account, findAccount, insertFirstRefreshToken, NOBODY_ID, noteLogin } from "./queries.ts";

/**
 * Signs a user in. An unknown address, a wrong password and a locked account take the same work: one hash, two trips,
 * and the same statements, which for an unknown address concern the account of nobody. The address need not be
 * verified. A success forgets earlier failures.
 * @throws AppError 401 `invalid_credentials`
 */
export async function logIn(ctx: RequestContext, input: { email: string; password: string }): Promise<Credentials> {
  const [account] = await findAccount(ctx.accountsDb, emailKey(input.email));
  const cost = PASSWORD_COSTS[ctx.config.PASSWORD_HASH_COST];
  const { matches, outdated } = verifyPassword(input.password, account?.passwordHash ?? null, cost);
  if (account === undefined || account.lockedAt !== null || !matches) {
    await noteFailedLogin(ctx, account?.id ?? NOBODY_ID);
    throw invalidCredentials();
  }
  return startSession(ctx, account, outdated ? hashPassword(input.password, cost) : account.passwordHash);
}

/** The session and the new count in one batch, if the account is still as it was read: not locked, same password. */
async function startSession(ctx: RequestContext, account: Account, passwordHash: string | null): Promise<Credentials> {
  const { accountsDb: db, clock, keyring } = ctx;
  const now = clock.now();
  // Another machine's clock may be ahead; a session that began before the account allows sessions would be dead.
  const createdAt = Math.max(now, account.sessionsValidFrom);
  const token = await newRefreshToken(keyring, { userId: account.id, createdAt });
  const [started] = await db.batch([
    insertFirstRefreshToken(db, token, account),
    noteLogin(db, account, { passwordHash, now }),
  ]);
  if (started[0] === undefined) throw invalidCredentials();
  return credentialsOf(keyring, token);
}

/** 401, the same words whether the address, the password or the account's state was the reason. */
function invalidCredentials(): AppError {
  return new AppError("invalid_credentials");
}
