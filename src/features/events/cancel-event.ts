import type { SQL } from "drizzle-orm";
import { runBatch } from "../../db/batch.ts";
import { toWire } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { gatherNotices, readNotices, wakeForNotices } from "../event-notices/gather-notices.ts";
import { requireNotice } from "../event-notices/require-notice.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import type { Role } from "../members/roles.ts";
import { restoreMessages } from "../messages/move-messages.ts";
import { skipScheduled } from "../messages/notice-queries.ts";
import { type EventRow, findEvent, isAtTimes, setCancelled } from "./queries.ts";

/** Attempts to write while parallel requests change the event. */
const MAX_ATTEMPTS = 5;

/** The event afterwards, and the caller's role on it. */
interface Outcome {
  event: EventRow;
  role: Role;
}

/** What is to become of the event. */
type Decision = { isCancelled: true; message: string | null } | { isCancelled: false };

/**
 * Cancels an event: reminders and scheduled messages are skipped, guests are told with `notify`, and their calendar files
 * take it out. One that is cancelled already stays as it is.
 * @throws AppError 429 `notice_limit`, 409 `event_changed` when parallel changes win every attempt
 */
export function cancelEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { message = null, notify = true }: { message?: string | null | undefined; notify?: boolean | undefined },
): Promise<Outcome> {
  return change(ctx, caller, { isCancelled: true, message }, notify);
}

/**
 * Takes the cancelling of an event back: what was skipped with it and is still to come is scheduled again, and
 * who waits is offered what became free meanwhile. One that takes place stays as it is.
 * @throws as `cancelEvent`
 */
export function reinstateEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { notify = true }: { notify?: boolean | undefined },
): Promise<Outcome> {
  return change(ctx, caller, { isCancelled: false }, notify);
}

async function change(
  ctx: RequestContext,
  caller: EventCaller,
  decision: Decision,
  isNotified: boolean,
): Promise<Outcome> {
  const { db, clock } = ctx;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member,
      before: [before],
      notices,
    } = await authorizeMember(ctx, caller, {
      before: findEvent(db, caller.eventId),
      ...readNotices(ctx, caller, isNotified),
    });
    if (before === undefined) throw notFound();
    if ((before.cancelledAt !== null) === decision.isCancelled) return { event: before, role: member.role };
    if (isNotified) requireNotice(kindOf(decision), notices.flat(), clock.now());
    const event = await write(ctx, member, before, decision, isNotified);
    if (event) return { event, role: member.role };
  }
  throw new AppError("event_changed");
}

/** @returns undefined when the event or the caller's role changed since the read */
async function write(
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
  const notice = { event: before, kind: kindOf(decision), fields, createdBy: member.userId };
  const waiting =
    before.capacity === null || decision.isCancelled ? [] : [busMessage(ctx, "seats.offer", { event_id: before.id })];
  const offers = enqueue(ctx, waiting, guard);
  const cancelMessage = decision.isCancelled ? decision.message : null;
  const state = { cancelledAt: decision.isCancelled ? now : null, cancelMessage, updatedAt: now };
  const {
    notices,
    event: [event],
  } = await runBatch(db, {
    audit: recordAudit(db, entryOf(member, before, decision, now), guard),
    notices: gatherNotices(ctx, notice, guard),
    offers: offers.statements,
    messages: messagesOf(ctx, before, decision, now, guard),
    event: setCancelled(db, before.id, state, guard),
  });
  if (event === undefined) return undefined;
  offers.publishAfterResponse();
  sealAfterResponse(ctx, event.id);
  wakeForNotices(ctx, notices);
  const at = toWire(now);
  ctx.defer(() =>
    ctx.monitor.publish(
      event.id,
      decision.isCancelled
        ? { type: "event.cancelled", at, message: cancelMessage }
        : { type: "event.updated", at, changed: ["status"] },
    ),
  );
  return event;
}

function kindOf({ isCancelled }: Decision): "cancelled" | "reinstated" {
  return isCancelled ? "cancelled" : "reinstated";
}

function messagesOf(ctx: RequestContext, event: EventRow, { isCancelled }: Decision, now: number, guard: SQL) {
  return isCancelled ? [skipScheduled(ctx.db, event.id, now, guard)] : restoreMessages(ctx, event, now, guard);
}

function entryOf({ eventId, userId }: Member, before: EventRow, decision: Decision, at: number) {
  const was = { status: before.cancelledAt === null ? "scheduled" : "cancelled", message: before.cancelMessage };
  const is = decision.isCancelled
    ? { status: "cancelled", message: decision.message }
    : { status: "scheduled", message: null };
  const action = decision.isCancelled ? ("event.cancelled" as const) : ("event.reinstated" as const);
  return { eventId, actorId: userId, action, target: null, before: was, after: is, at };
}
