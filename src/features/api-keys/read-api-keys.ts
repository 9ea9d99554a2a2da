import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type ApiKeyRow, listApiKeys } from "./queries.ts";

/** A page of the caller's API keys, newest first. */
export async function readApiKeys(ctx: RequestContext, caller: Caller, query: PageQuery): Promise<Page<ApiKeyRow>> {
  const page = pagerById("api-keys", query);
  const { rows } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: listApiKeys(ctx.accountsDb, caller.userId, page.after, page.limit) },
  );
  return page.of(rows, ({ id }) => id);
}
