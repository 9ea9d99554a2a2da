import type * as z from "zod";
import type { RequestContext } from "../context.ts";
import { type Page, type PageQuery, pagerBy, pagerById } from "../kernel/cursor.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { type AccessLogRow, type FeedbackRow, listAccessLogs, listFeedback } from "./queries.ts";
import type { AccessLogQuery } from "./schemas.ts";

/** The access logs of an event, newest first. */
export async function readAccessLogs(
  ctx: RequestContext,
  caller: EventCaller,
  query: PageQuery & z.output<typeof AccessLogQuery>,
): Promise<Page<AccessLogRow>> {
  const page = pagerById(`access-logs ${caller.eventId}`, query);
  const filter = {
    risk: query.risk,
    guestId: query.guest_id,
    automated: query.automated,
    isAsking: query.asked === "true",
  };
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listAccessLogs(ctx.db, caller.eventId, filter, page.after, page.limit),
  });
  return page.of(rows, ({ log }) => log.id);
}

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
