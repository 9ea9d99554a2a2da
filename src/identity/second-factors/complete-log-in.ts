import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { one } from "../../db/one.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { AppError } from "../../kernel/errors.ts";
import { isNewMessage } from "../../platform/audit/queries.ts";
import { commit, isWritten } from "../../platform/commit/commit.ts";
import type { Credentials } from "../accounts/credentials.ts";
import { isSameState, verifyLoginToken } from "../accounts/factor-token.ts";
import { findAccountById } from "../accounts/queries.ts";
import { startSession } from "../accounts/start-session.ts";
import { accountNotices, onceAnHour } from "../notices/account-notices.ts";
import { findTotp } from "./queries.ts";
import { beginTry, type TypedFactor, useFactor } from "./use-factor.ts";

/** Wrong codes per hour after which the owner is notified: more than a person mistypes. */
const FAILURES = { name: "factor-failures", limit: 5, windowSeconds: 3_600 };

/**
 * Completes a sign-in after the password: checks the second factor and starts the session. A new password, a lock, a
 * sign-out of every session or the removal of the authenticator app makes the sign-in invalid.
 * @throws AppError 400 `invalid_token` for a factor token that is forged, older than 5 minutes, or of an account that
 *   has changed, 401 `invalid_factor` for a code that is wrong or was used before, and errors of `useFactor`
 */
export async function completeLogIn(
  ctx: RequestContext,
  input: { factorToken: string; factor: TypedFactor },
  facts: RequestFacts,
): Promise<Credentials> {
  const started = await verifyLoginToken(ctx, input.factorToken);
  if (started === null) throw new AppError("invalid_factor_token");
  const { accountsDb: db } = ctx;
  const attempt = await beginTry(ctx, started.userId, facts.ipAddress);
  const { account, totp, claimed } = await runBatch(db, {
    account: one(findAccountById(db, started.userId)),
    totp: one(findTotp(db, started.userId)),
    claimed: attempt.claim,
  });
  if (account === undefined || account.lockedAt !== null || !totp?.confirmedAt) {
    throw new AppError("invalid_factor_token");
  }
  if (!(await isSameState(account, started.state))) throw new AppError("invalid_factor_token");
  if (!(await useFactor(ctx, totp, input.factor, { id: attempt.id, isClaimed: claimed.length > 0 }))) {
    ctx.defer(() => notifyFailedFactors(ctx, account.id));
    throw new AppError("invalid_login_factor");
  }
  return startSession(ctx, account, { method: "password", facts });
}

/**
 * Counts a wrong code after a right password. The fifth within an hour emails the owner, once per hour, because the
 * caller knows the password.
 */
async function notifyFailedFactors(ctx: RequestContext, userId: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const { allowed, remaining } = await ctx.rateLimits.exact(FAILURES, await sha256Hex(userId));
  if (!allowed || remaining > 0) return;
  const notices = await Promise.all(
    accountNotices(ctx, "challenge_failed", [userId]).map((notice) => onceAnHour(ctx, notice)),
  );
  for (const notice of notices) {
    const reminder = { messages: [notice], at: ctx.clock.now(), lost: "not_found" } as const;
    await isWritten(commit(ctx, { by: "service", guard: [isNewMessage(db, notice.id)], changes: {}, ...reminder }));
  }
}
