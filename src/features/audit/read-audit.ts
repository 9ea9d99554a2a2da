import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type AuditRow, listRecords } from "./queries.ts";

/** A page of an event's audit records, newest first. */
export async function readAudit(ctx: RequestContext, caller: EventCaller, query: PageQuery): Promise<Page<AuditRow>> {
  const page = pagerById(`audit ${caller.eventId}`, query);
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listRecords(ctx.db, caller.eventId, page.after, page.limit),
  });
  return page.of(rows, ({ record }) => record.id);
}
