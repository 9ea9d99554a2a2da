import type { RequestContext } from "../../context.ts";
import { one } from "../../db/one.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { insertSecret } from "../../platform/secrets/queries.ts";
import { issueSecret } from "../../platform/secrets/secrets.ts";
import { checkPassword } from "../accounts/check-password.ts";
import { browserOf } from "../accounts/device.ts";
import { placeOfRequest } from "../accounts/log-change.ts";
import { isMailAllowed } from "../accounts/mail-verification.ts";
import { findByAddress, findPassword } from "../accounts/queries.ts";
import { findAuthentication } from "../second-factors/queries.ts";
import { requireStepUpFor } from "../second-factors/require-step-up.ts";

/**
 * Requests another email address. The account gets it once the link in the email to it is followed. An address of
 * another account costs the same, and its owner gets an email without a link, so that the caller does not learn of
 * the account.
 * @throws AppError 403 `step_up_required` for an account with a second factor, 400 `validation_failed` for a wrong
 *   password
 */
export async function requestEmailChange(
  ctx: RequestContext,
  caller: Caller,
  input: { email: string; password: string },
): Promise<void> {
  const { accountsDb: db } = ctx;
  const key = emailKey(input.email);
  const reads = {
    stored: one(findPassword(db, caller.userId)),
    owner: one(findByAddress(db, key)),
    authentication: findAuthentication(db, caller),
  };
  const [{ user, stored, owner, authentication }, mailAllowed] = await Promise.all([
    authorizeUser(ctx, caller, {}, reads),
    isMailAllowed(ctx, input.email),
  ]);
  await requireStepUpFor("email_address", ctx, caller, authentication);
  checkPassword(ctx, input.password, stored?.passwordHash ?? "", "password");
  const payload = { email: input.email, ...clientOf(ctx) };
  const secret = await issueSecret(ctx, "change_email", { owner: user.id, payload });
  const message =
    owner === undefined || owner.id === user.id
      ? busMessage(ctx, "account.mail", { user_id: user.id, kind: "change_email", token_id: secret.id })
      : busMessage(ctx, "account.mail", { user_id: owner.id, kind: "already_registered" });
  await commit(ctx, {
    by: user,
    changes: { requested: insertSecret(db, secret.row) },
    messages: mailAllowed ? [message] : [],
    at: ctx.clock.now(),
    lost: "unauthenticated",
  });
}

/** The browser and the place of the request, as far as they are known: the reader of the email may not have sent it. */
function clientOf(ctx: Pick<RequestContext, "facts">): Record<string, string> {
  const browser = browserOf(ctx.facts()?.userAgent ?? "");
  const place = placeOfRequest(ctx);
  return { ...(browser === null ? {} : { browser }), ...(place === null ? {} : { place }) };
}
