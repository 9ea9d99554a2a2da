import { runBatch } from "../../db/batch.ts";
import { notFound } from "../../kernel/errors.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { deleteRecoveryCodes, deleteTotp, findAuthentication, hasConfirmedTotp } from "./queries.ts";
import { requireStepUp } from "./require-step-up.ts";

/**
 * Removes the caller's authenticator app and the recovery codes with it: signing in asks for the password alone. The owner
 * is told by mail, unless the app was never confirmed.
 * @throws AppError 403 `step_up_required`, 404 when there is no app
 */
export async function removeTotp(ctx: RequestContext, caller: Caller): Promise<void> {
  const { accountsDb: db } = ctx;
  const { user, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller) },
  );
  await requireStepUp(ctx, caller, authentication);
  const notices = accountNotices(ctx, "second_factor_changed", [caller.userId], { detail: "turned_off" });
  const outboxEntries = enqueue(ctx, notices, hasConfirmedTotp(db, user));
  const { removed } = await runBatch(db, {
    outbox: outboxEntries.statements,
    removed: deleteTotp(db, user),
    codes: deleteRecoveryCodes(db, user),
  });
  if (removed[0] === undefined) throw notFound();
  if (removed[0].confirmedAt !== null) outboxEntries.publishAfterResponse();
}
