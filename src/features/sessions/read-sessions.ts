import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type ListedSession, listSessions } from "./queries.ts";

/** A page of the caller's sessions, newest first. */
export async function readSessions(
  ctx: RequestContext,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: ListedSession[]; nextCursor: string | null }> {
  const [beforeId] = readCursor(page.cursor, ["string"], "sessions") ?? [null];
  const from = beforeId === null ? null : String(beforeId);
  const owner = { userId: caller.userId, now: ctx.clock.now() };
  const { rows } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: listSessions(ctx.accountsDb, owner, from, page.limit + 1) },
  );
  return pageOf(rows, page.limit, ({ id }) => [id], "sessions");
}
