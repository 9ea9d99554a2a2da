import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { assertLiveSession } from "../../platform/authorization/session-queries.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { insertSecret } from "../../platform/secrets/queries.ts";
import { issueSecret } from "../../platform/secrets/secrets.ts";
import { checkPassword } from "../accounts/check-password.ts";
import { isMailAllowed } from "../accounts/mail-verification.ts";
import { findByAddress, findPassword } from "../accounts/queries.ts";
import { findAuthentication } from "../second-factors/queries.ts";
import { requireStepUpFor } from "../second-factors/require-step-up.ts";

/**
 * Asks for another e-mail address: the account has it once the link of the mail to it is followed. An address that
 * another account has costs the same and its owner gets a mail without a link, so that nobody learns of the account.
 * @throws AppError 403 `step_up_required` for an account with a second factor, 400 `validation_failed` for a wrong password
 */
export async function requestEmailChange(
  ctx: RequestContext,
  caller: Caller,
  input: { email: string; password: string },
): Promise<void> {
  const { accountsDb: db } = ctx;
  const key = emailKey(input.email);
  const reads = {
    found: findPassword(db, caller.userId),
    owners: findByAddress(db, key),
    authentication: findAuthentication(db, caller),
  };
  const [{ user, found, owners, authentication }, mailAllowed] = await Promise.all([
    authorizeUser(ctx, caller, {}, reads),
    isMailAllowed(ctx, input.email),
  ]);
  await requireStepUpFor("email_address", ctx, caller, authentication);
  checkPassword(ctx, input.password, found[0]?.passwordHash ?? "", "password");
  const secret = await issueSecret(ctx, "change_email", { owner: user.id, payload: { email: input.email } });
  const [owner] = owners;
  const message =
    owner === undefined || owner.id === user.id
      ? busMessage(ctx, "account.mail", { user_id: user.id, kind: "change_email", token_id: secret.id })
      : busMessage(ctx, "account.mail", { user_id: owner.id, kind: "already_registered" });
  const outboxEntries = enqueue(ctx, mailAllowed ? [message] : []);
  try {
    await runBatch(db, {
      live: assertLiveSession(db, user),
      change: insertSecret(db, secret.row),
      outbox: outboxEntries.statements,
    });
  } catch (error) {
    if (isConstraintViolation(error)) await authorizeUser(ctx, caller, {});
    throw error;
  }
  outboxEntries.publishAfterResponse();
}
