import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { type AuditAction, actorOf } from "../../platform/audit/actions.ts";
import { isNewMessage } from "../../platform/audit/queries.ts";
import { recordAudit } from "../../platform/audit/record.ts";
import { sealAfterResponse } from "../../platform/audit/seal-records.ts";
import type { EventCaller } from "../../platform/authorization/authorize-member.ts";
import { roleCondition } from "../../platform/authorization/queries.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { onceAnHour, ownersNotice } from "../notices/account-notices.ts";

/** An export of an event's data: its action, what the owners' notice calls it, and the guest, if it is about one. */
interface EventExport {
  action: Extract<AuditAction, `${string}.exported`>;
  detail: "guests" | "guest" | "analytics";
  guestId?: string;
}

/**
 * Statements that record an export and notify the owners of the event, for the batch in which `authorizeMember` reads
 * the exported data. They write nothing for a caller without the role. All equal exports within an hour are recorded,
 * and the first is emailed. Call `dispatch` once the caller is authorized.
 * @param guard an additional condition of the export
 */
export async function recordExport(
  ctx: RequestContext,
  caller: EventCaller,
  { action, detail, guestId }: EventExport,
  guard: SQL = roleCondition(ctx.db, caller),
) {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const actorId = caller.session.userId;
  const about = { action, target: guestId ?? null, before: null, after: null };
  const entry = { eventId, ...actorOf(caller), ...about, at: clock.now() };
  const notice = await onceAnHour(ctx, ownersNotice(ctx, "data_exported", { eventId, actorId, detail }));
  const outboxEntries = enqueue(ctx, [notice], isNewMessage(db, notice.id, guard));
  return {
    statements: [recordAudit(db, entry, guard), ...outboxEntries.statements],
    dispatch(): void {
      outboxEntries.publishAfterResponse();
      sealAfterResponse(ctx, eventId);
    },
  };
}
