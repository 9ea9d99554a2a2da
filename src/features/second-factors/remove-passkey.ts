import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { deletePasskey } from "./passkey-queries.ts";
import { findAuthentication } from "./queries.ts";
import { requireStepUp } from "./require-step-up.ts";

/**
 * Removes a passkey of the caller: it signs nobody in any more. Sessions that it has started go on.
 * @throws AppError 403 `step_up_required`, 404 for a passkey that the caller does not have
 */
export async function removePasskey(ctx: RequestContext, caller: Caller, passkeyId: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const { user, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller) },
  );
  await requireStepUp(ctx, caller, authentication);
  const [removed] = await deletePasskey(db, user, passkeyId);
  if (removed !== undefined) return;
  await authorizeUser(ctx, caller, {});
  throw notFound();
}
