import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
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
