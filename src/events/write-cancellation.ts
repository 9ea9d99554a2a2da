import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { toWire } from "../kernel/clock.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { gatherNotices, wakeForNotices } from "./notices/gather-notices.ts";
import { restoreMessages } from "./notices/move-messages.ts";
import { skipScheduled } from "./notices/notice-queries.ts";
import { type EventRow, isAtTimes, setCancelled } from "./queries.ts";

/** What is to become of an event; the message is what guests read about it. */
export type Decision = { isCancelled: true; message: string | null } | { isCancelled: false };

/**
 * Writes a decision with its audit record, its notice and what becomes of the messages, in one batch.
 * @returns undefined when the event or the caller's role changed since the read
 */
export async function writeCancellation(
  ctx: RequestContext,
  member: Member,
  before: EventRow,
  decision: Decision,
  isNotified: boolean,
): Promise<EventRow | undefined> {
  const { db, clock } = ctx;
  const now = clock.now();
  const guard = isAtTimes(db, before.id, before, hasRole(db, member));
  const fields = isNotified ? (["cancelledAt"] as const) : [];
  const notice = { event: before, kind: noticeKindOf(decision), fields, createdBy: member.userId };
  const waiting =
    before.capacity === null || decision.isCancelled ? [] : [busMessage(ctx, "seats.offer", { event_id: before.id })];
  const offers = enqueue(ctx, waiting, guard);
  const cancelMessage = decision.isCancelled ? decision.message : null;
  const state = { cancelledAt: decision.isCancelled ? now : null, cancelMessage, updatedAt: now };
  const at = toWire(now);
  const activity = storeActivities(
    ctx,
    before.id,
    [
      decision.isCancelled
        ? { type: "event.cancelled", at, message: cancelMessage }
        : { type: "event.updated", at, changed: ["status"] },
    ],
    guard,
  );
  const {
    notices,
    event: [event],
  } = await runBatch(db, {
    audit: recordAudit(db, entryOf(member, before, decision, now), guard),
    notices: gatherNotices(ctx, notice, guard),
    offers: [...offers.statements, ...activity.statements],
    messages: messagesOf(ctx, before, decision, now, guard),
    event: setCancelled(db, before.id, state, guard),
  });
  if (event === undefined) return undefined;
  offers.publishAfterResponse();
  sealAfterResponse(ctx, event.id);
  wakeForNotices(ctx, notices);
  activity.publishAfterResponse();
  return event;
}

/** What guests are told of a decision. */
export function noticeKindOf({ isCancelled }: Decision): "cancelled" | "reinstated" {
  return isCancelled ? "cancelled" : "reinstated";
}

function messagesOf(ctx: RequestContext, event: EventRow, { isCancelled }: Decision, now: number, guard: SQL) {
  return isCancelled ? [skipScheduled(ctx.db, event.id, now, guard)] : restoreMessages(ctx, event, now, guard);
}

function entryOf(member: Member, before: EventRow, decision: Decision, at: number) {
  const was = { status: before.cancelledAt === null ? "scheduled" : "cancelled", message: before.cancelMessage };
  const is = decision.isCancelled
    ? { status: "cancelled", message: decision.message }
    : { status: "scheduled", message: null };
  const action = decision.isCancelled ? ("event.cancelled" as const) : ("event.reinstated" as const);
  return { eventId: member.eventId, ...actorOf(member), action, target: null, before: was, after: is, at };
}
