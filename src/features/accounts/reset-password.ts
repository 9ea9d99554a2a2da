import { runBatch } from "../../db/batch.ts";
import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { endSessions } from "./end-sessions.ts";
import { invalidToken, verifiedTokenHash } from "./one-time-token.ts";
import {
  deleteEmailChangeByToken,
  findTokenOwner,
  isTokenRedeemable,
  ofTokenOwner,
  redeemAllTokens,
  updatePasswordByToken,
} from "./one-time-token-queries.ts";
import { validatePassword } from "./password-rules.ts";
import { forgetAttempts } from "./sign-in-attempts.ts";

/**
 * Sets a new password by a mailed link. One batch also unlocks the account, ends every session and redeems all reset
 * links of the account. The link proves control of the address, which becomes verified. A refused password leaves the
 * link valid.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than an hour, or for another purpose; 400
 *   `validation_failed` for a password that breaks a rule
 */
export async function resetPassword(ctx: RequestContext, input: { token: string; password: string }): Promise<void> {
  const { accountsDb: db, clock, config } = ctx;
  const tokenHash = await verifiedTokenHash(ctx, input.token);
  const purpose = "reset_password" as const;
  const [owner] = await findTokenOwner(db, { tokenHash, purpose, now: clock.now() });
  if (owner === undefined) throw invalidToken();
  await validatePassword(ctx, input.password, owner.emailKey ?? "");
  const passwordHash = hashPassword(input.password, PASSWORD_COSTS[config.PASSWORD_HASH_COST]);

  const token = { tokenHash, purpose, now: clock.now() };
  const notices = accountNotices(ctx, "password_reset", [owner.id]);
  const outboxEntries = enqueue(ctx, [...notices, ...accountChanged(ctx, owner.id)], isTokenRedeemable(db, token));
  const ending = endSessions(ctx, owner.id, ofTokenOwner(token));
  const { reset } = await runBatch(db, {
    reset: updatePasswordByToken(db, token, passwordHash),
    ...ending.statements,
    outbox: outboxEntries.statements,
    change: deleteEmailChangeByToken(db, token),
    redeemed: redeemAllTokens(db, token),
  });
  if (reset[0] === undefined) throw invalidToken();
  await forgetAttempts(ctx, owner.emailKey ?? "");
  outboxEntries.publishAfterResponse();
  ending.announceAfterResponse();
}
