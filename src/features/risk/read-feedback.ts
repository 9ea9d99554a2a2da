import { type Page, type PageQuery, pagerBy } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type FeedbackRow, listFeedback } from "./queries.ts";

/** The verdicts on an event's accesses, newest first. One that changes between two pages moves to the top. */
export async function readFeedback(
  ctx: RequestContext,
  caller: EventCaller,
  query: PageQuery,
): Promise<Page<FeedbackRow>> {
  const page = pagerBy(["number", "string"], `feedback ${caller.eventId}`, query);
  const before = page.after && { at: page.after[0], id: page.after[1] };
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listFeedback(ctx.db, caller.eventId, before, page.limit),
  });
  return page.of(rows, (row) => [row.markedAt, row.accessLogId]);
}
