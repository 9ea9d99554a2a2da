import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import { writeInSession } from "../accounts/end-sessions.ts";
import { ofSession } from "../accounts/session-queries.ts";
import type { Caller } from "../accounts/session-token.ts";

/**
 * Ends one session of the caller, this one or another.
 * @throws AppError 404 for a session that has ended, or is another user's
 */
export async function signOutSession(ctx: RequestContext, caller: Caller, sessionId: string): Promise<void> {
  const { user } = await authorizeUser(ctx, caller, {});
  const { ended } = await writeInSession(ctx, user, ofSession(user.id, sessionId));
  if (ended.length === 0) throw notFound();
}
