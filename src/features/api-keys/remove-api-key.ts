import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import { endKey } from "../accounts/end-sessions.ts";
import { assertLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { deleteApiKey } from "./queries.ts";

/**
 * Deletes an API key of the caller: its next request is refused, and its live sockets and scanner tickets end with it.
 * Asks for no step-up: whoever has found a leak must be quick.
 * @throws AppError 404 for a key that the caller does not have
 */
export async function removeApiKey(ctx: RequestContext, caller: Caller, keyId: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const { user } = await authorizeUser(ctx, caller, {});
  const ending = endKey(ctx, user.id, keyId);
  try {
    const { deleted } = await runBatch(db, {
      live: assertLiveSession(db, user),
      ...ending.statements,
      deleted: deleteApiKey(db, user.id, keyId),
    });
    if (deleted[0] === undefined) throw notFound();
    ending.announceAfterResponse();
  } catch (error) {
    if (isConstraintViolation(error)) await authorizeUser(ctx, caller, {});
    throw error;
  }
}
