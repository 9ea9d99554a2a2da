import { runBatch } from "../../db/batch.ts";
import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { hashOfPresented, invalidToken } from "./one-time-token.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { findTokenOwner, redeemAllTokens, resetPasswordBy, revokeSessionsBy } from "./queries.ts";

/**
 * Sets a new password by a mailed link, all in one batch: opens the lock, ends every session, uses up this and every
 * other reset link of the account. Whoever has the link reads the address's mails, so the address counts as verified.
 * A password that is refused leaves the link good.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than an hour, or for something else; 400 for a
 *   password that is refused
 */
export async function resetPassword(ctx: RequestContext, input: { token: string; password: string }): Promise<void> {
  const { accountsDb: db, clock, config } = ctx;
  const tokenHash = await hashOfPresented(ctx, input.token);
  const purpose = "reset_password" as const;
  const [owner] = await findTokenOwner(db, { tokenHash, purpose, now: clock.now() });
  if (owner === undefined) throw invalidToken();
  requireGoodPassword(input.password, owner.emailKey ?? "");
  const passwordHash = hashPassword(input.password, PASSWORD_COSTS[config.PASSWORD_HASH_COST]);

  const token = { tokenHash, purpose, now: clock.now() };
  const outboxEntries = enqueue(ctx, accountChanged(ctx, owner.id));
  const { reset } = await runBatch(db, {
    reset: resetPasswordBy(db, token, passwordHash),
    revokeSessionsBy: revokeSessionsBy(db, token),
    outbox: outboxEntries.statements,
    redeemAllTokens: redeemAllTokens(db, token),
  });
  if (reset[0] === undefined) throw invalidToken();
  outboxEntries.publishAfterResponse();
}
