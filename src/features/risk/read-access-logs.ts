import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Band } from "../events/bands.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type AccessLogRow, listAccessLogs } from "./queries.ts";

/** The access logs of an event, newest first. */
export async function readAccessLogs(
  ctx: RequestContext,
  caller: EventCaller,
  query: PageQuery & { risk?: Band | undefined; guest_id?: string | undefined; automated?: boolean | undefined },
): Promise<Page<AccessLogRow>> {
  const page = pagerById(`access-logs ${caller.eventId}`, query);
  const filter = { risk: query.risk, guestId: query.guest_id, automated: query.automated };
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listAccessLogs(ctx.db, caller.eventId, filter, page.after, page.limit),
  });
  return page.of(rows, ({ log }) => log.id);
}
