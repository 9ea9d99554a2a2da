import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type FeedbackRow, listFeedback } from "./queries.ts";

/** The verdicts on an event's accesses, newest first. One that changes between two pages moves to the top. */
export async function readFeedback(
  ctx: RequestContext,
  caller: EventCaller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: FeedbackRow[]; nextCursor: string | null }> {
  const list = `feedback ${caller.eventId}`;
  const cursor = readCursor(page.cursor, ["number", "string"], list);
  const before = cursor === null ? null : { at: Number(cursor[0]), id: String(cursor[1]) };
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listFeedback(ctx.db, caller.eventId, before, page.limit + 1),
  });
  return pageOf(rows, page.limit, (row) => [row.markedAt, row.accessLogId], list);
}
