import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type ApiKeyRow, listApiKeys } from "./queries.ts";

/** A page of the caller's API keys, newest first. */
export async function readApiKeys(
  ctx: RequestContext,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: ApiKeyRow[]; nextCursor: string | null }> {
  const [beforeId] = readCursor(page.cursor, ["string"], "api-keys") ?? [null];
  const before = beforeId === null ? null : String(beforeId);
  const { rows } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: listApiKeys(ctx.accountsDb, caller.userId, before, page.limit + 1) },
  );
  return pageOf(rows, page.limit, ({ id }) => [id], "api-keys");
}
