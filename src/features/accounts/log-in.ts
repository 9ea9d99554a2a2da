import type { RequestFacts } from "../../http/request-facts.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { hashPassword, PASSWORD_COSTS, verifyPassword } from "../../kernel/password-hash.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Credentials } from "./credentials.ts";
import { signLoginToken } from "./factor-token.ts";
import { mailVerification } from "./mail-verification.ts";
import { type Account, DUMMY_USER_ID, findAccount, recordLogin } from "./queries.ts";
import { recordFailedLogin } from "./record-failed-login.ts";
import { startSession } from "./start-session.ts";

/**
 * Signs a user in. An unknown address, a wrong password, a locked account and an address that is not verified cost the
 * same: one hash, two round trips, and the same statements, on the dummy account where there is none or the password is
 * right. In the last case the mail that verifies the address goes out again, after the response. A success resets the
 * count of failures.
 * @throws AppError 401 `invalid_credentials`, and after the right password of an account with an authenticator app 401
 *   `second_factor_required` with the `factor_token` for `completeLogIn`
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

/** The refusal that asks for the second step. A password hash that was computed anew is stored here: later it is not known. */
async function needsFactor(ctx: RequestContext, account: Account, rehashed: string | undefined): Promise<AppError> {
  if (rehashed !== undefined) {
    await recordLogin(ctx.accountsDb, account, { passwordHash: rehashed, now: ctx.clock.now() });
  }
  const passwordHash = rehashed ?? account.passwordHash;
  return new AppError("second_factor_required", {
    factor_token: await signLoginToken(ctx, { ...account, passwordHash }),
  });
}
