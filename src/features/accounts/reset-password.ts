import { runBatch } from "../../db/batch.ts";
import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { isSecretOpen } from "../../platform/secrets/queries.ts";
import type { RequestContext } from "../../request-context.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { endSessions } from "./end-sessions.ts";
import { validatePassword } from "./password-rules.ts";
import { invalidToken, requireSecret } from "./require-secret.ts";
import { endMailedLinksBy, findSecretOwner, ofSecretOwner, updatePasswordBySecret } from "./secret-owner-queries.ts";
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
  const presented = await requireSecret(ctx, "reset_password", input.token);
  const [owner] = await findSecretOwner(db, presented);
  if (owner === undefined) throw invalidToken();
  await validatePassword(ctx, input.password, owner.emailKey ?? "");
  const passwordHash = hashPassword(input.password, PASSWORD_COSTS[config.PASSWORD_HASH_COST]);

  const secret = { ...presented, now: clock.now() };
  const notices = accountNotices(ctx, "password_reset", [owner.id]);
  const outboxEntries = enqueue(ctx, [...notices, ...accountChanged(ctx, owner.id)], isSecretOpen(secret));
  const ending = endSessions(ctx, owner.id, ofSecretOwner(secret));
  const { reset } = await runBatch(db, {
    reset: updatePasswordBySecret(db, secret, passwordHash),
    ...ending.statements,
    outbox: outboxEntries.statements,
    used: endMailedLinksBy(db, secret),
  });
  if (reset[0] === undefined) throw invalidToken();
  await forgetAttempts(ctx, owner.emailKey ?? "");
  outboxEntries.publishAfterResponse();
  ending.announceAfterResponse();
}
