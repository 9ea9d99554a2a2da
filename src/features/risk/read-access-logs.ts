import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Band } from "../events/bands.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type AccessLogRow, listAccessLogs } from "./queries.ts";

/** The access logs of an event, newest first. */
export async function readAccessLogs(
  ctx: RequestContext,
  caller: EventCaller,
  query: {
    risk?: Band | undefined;
    guest_id?: string | undefined;
    automated?: boolean | undefined;
    limit: number;
    cursor?: string | undefined;
  },
): Promise<{ rows: AccessLogRow[]; nextCursor: string | null }> {
  const list = `access-logs ${caller.eventId}`;
  const [beforeId] = readCursor(query.cursor, ["string"], list) ?? [null];
  const filter = { risk: query.risk, guestId: query.guest_id, automated: query.automated };
  const before = beforeId === null ? null : String(beforeId);
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listAccessLogs(ctx.db, caller.eventId, filter, before, query.limit + 1),
  });
  return pageOf(rows, query.limit, ({ log }) => [log.id], list);
}
