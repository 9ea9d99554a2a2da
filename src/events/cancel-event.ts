import type { SQL } from "drizzle-orm";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { events } from "../db/schema/events.ts";
import { messages } from "../db/schema/messages.ts";
import { toWire } from "../kernel/clock.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { actorOf } from "../platform/audit/actions.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import type { Role } from "../platform/authorization/caller.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import {
  gatherNotices,
  readNotices,
  requireNotice,
  restoreOwnTimes,
  scheduleReminders,
  wakeForNotices,
} from "./notices/notices.ts";
import { type EventRow, findEvent, isAtTimes } from "./queries.ts";
import type { RemindedEvent } from "./reminders/reminders.ts";
import { remindersOf } from "./reminders/reminders.ts";

/** Attempts to write while parallel requests change the event. */
const MAX_ATTEMPTS = 5;

/** The event afterwards, and the caller's role on it. */
interface Outcome {
  event: EventRow;
  role: Role;
}

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
    if (isNotified) requireNotice(noticeKindOf(decision), notices.flat(), clock.now());
    const event = await writeCancellation(ctx, member, before, decision, isNotified);
    if (event) return { event, role: member.role };
  }
  throw new AppError("event_changed");
}

/** What is to become of an event; the message is what guests read about it. */
type Decision = { isCancelled: true; message: string | null } | { isCancelled: false };

/**
 * Writes a decision with its audit record, its notice and what becomes of the messages, in one batch.
 * @returns undefined when the event or the caller's role changed since the read
 */
async function writeCancellation(
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
function noticeKindOf({ isCancelled }: Decision): "cancelled" | "reinstated" {
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

/**
 * Cancels an event or reinstates it, and increments the SEQUENCE of its calendar entry. Returns no row when the guard does
 * not hold.
 * @param guard the condition `isAtTimes` of the event as it was read
 */
function setCancelled(
  db: Database,
  eventId: string,
  state: { cancelledAt: number | null; cancelMessage: string | null; updatedAt: number },
  guard: SQL,
) {
  return db
    .update(events)
    .set({ ...state, calendarSequence: sql`${events.calendarSequence} + 1` })
    .where(and(eq(events.id, eventId), guard))
    .returning();
}

/**
 * The statements that bring an event's messages back when it is reinstated, for that batch: the automatic reminders that
 * are still to come, and what had a time of a host's choosing that is.
 * @param guard the condition under which the event is reinstated
 */
function restoreMessages(
  { db }: Pick<RequestContext, "db">,
  event: RemindedEvent & { id: string },
  now: number,
  guard: SQL,
) {
  return [
    restoreOwnTimes(db, event.id, now, guard),
    ...scheduleReminders(db, event.id, remindersOf(event, now), now, guard),
  ];
}

/** Skips what is scheduled for an event that is being cancelled, but for its notice. */
function skipScheduled(db: Database, eventId: string, now: number, guard: SQL) {
  return db
    .update(messages)
    .set({ status: "cancelled", skipped: true, updatedAt: now })
    .where(and(eq(messages.eventId, eventId), eq(messages.status, "scheduled"), isNull(messages.notice), guard));
}
