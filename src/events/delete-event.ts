import type { SQL } from "drizzle-orm";
import { and, eq, isNull } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { events } from "../db/schema/events.ts";
import { notFound } from "../kernel/errors.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { actorOf } from "../platform/audit/actions.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { cancelPending } from "./notices/notices.ts";

/**
 * Marks an event as deleted: its guests' links answer 404, and pending messages are cancelled.
 * @throws AppError what `authorizeMember` throws for a caller who lost the role or the event meanwhile
 */
export async function deleteEvent(ctx: RequestContext, caller: EventCaller): Promise<void> {
  const { db, clock } = ctx;
  const { member } = await authorizeMember(ctx, caller, {});
  const now = clock.now();
  const roleCondition = hasRole(db, member);
  // The event is last, because the role condition does not hold once it is deleted.
  const { eventId } = member;
  const entry = {
    eventId,
    ...actorOf(member),
    action: "event.deleted" as const,
    target: null,
    before: null,
    after: null,
    at: now,
  };
  const { deleted } = await runBatch(db, {
    audit: recordAudit(db, entry, roleCondition),
    cancelled: cancelPending(db, eventId, now, roleCondition),
    deleted: markDeleted(db, eventId, now, roleCondition),
  });
  if (deleted.length === 0) {
    await authorizeMember(ctx, caller, {});
    throw notFound();
  }
  sealAfterResponse(ctx, eventId);
  ctx.defer(() => monitorOf(ctx, caller.eventId).disconnect(null));
}

/**
 * Marks an event as deleted: it is not found any more, and its guests' links answer 404. Returns no row when the guard
 * does not hold.
 */
function markDeleted(db: Database, eventId: string, deletedAt: number, guard: SQL) {
  return db
    .update(events)
    .set({ deletedAt, updatedAt: deletedAt })
    .where(and(eq(events.id, eventId), isNull(events.deletedAt), guard))
    .returning({ id: events.id });
}
