import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import { writeInSession } from "../accounts/end-sessions.ts";
import { ofUserExcept } from "../accounts/session-queries.ts";
import type { Caller } from "../accounts/session-token.ts";

/** Ends all sessions of the caller but this one. */
export async function signOutOthers(ctx: RequestContext, caller: Caller): Promise<void> {
  const { user } = await authorizeUser(ctx, caller, {});
  await writeInSession(ctx, user, ofUserExcept(user.id, user.session.sessionId));
}
