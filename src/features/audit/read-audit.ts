import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type AuditRow, listRecords } from "./queries.ts";

/** A page of an event's audit records, newest first. */
export async function readAudit(
  ctx: RequestContext,
  caller: EventCaller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  const list = `audit ${caller.eventId}`;
  const [beforeId] = readCursor(page.cursor, ["string"], list) ?? [null];
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listRecords(ctx.db, caller.eventId, beforeId === null ? null : String(beforeId), page.limit + 1),
  });
  return pageOf(rows, page.limit, ({ record }) => [record.id], list);
}
