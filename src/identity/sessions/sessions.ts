import type { RequestContext } from "../../context.ts";
import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { ofSession, ofUserExcept } from "../../platform/authorization/session-queries.ts";
import { accountEndings } from "../../platform/credentials/endings.ts";
import { writeInSession } from "../accounts/end-sessions.ts";
import { type ListedSession, listSessions } from "./queries.ts";

/** A page of the caller's sessions, newest first. */
export async function readSessions(
  ctx: RequestContext,
  caller: Caller,
  query: PageQuery,
): Promise<Page<ListedSession>> {
  const page = pagerById("sessions", query);
  const owner = { userId: caller.userId, now: ctx.clock.now() };
  const { rows } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: listSessions(ctx.accountsDb, owner, page.after, page.limit) },
  );
  return page.of(rows, ({ id }) => id);
}

/**
 * Ends one session of the caller, this one or another.
 * @throws AppError 404 for a session that has ended, or is another user's
 */
export async function signOutSession(ctx: RequestContext, caller: Caller, sessionId: string): Promise<void> {
  const { user } = await authorizeUser(ctx, caller, {});
  const { ended } = await writeInSession(ctx, user, ofSession(user.id, sessionId), {}, "session_ended");
  if (ended.length === 0) throw notFound();
}

/** Ends all sessions of the caller but this one, and sign-ins that wait for the second factor. */
export async function signOutOthers(ctx: RequestContext, caller: Caller): Promise<void> {
  const { user } = await authorizeUser(ctx, caller, {});
  const ending = { userId: user.id, now: ctx.clock.now() };
  const others = accountEndings(ctx.accountsDb, "sign_out_everywhere", ending);
  await writeInSession(ctx, user, ofUserExcept(user.id, user.session.sessionId), { others }, "signed_out_everywhere");
}
