import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { type EventRow, events } from "../db/schema/events.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { notFound } from "../kernel/errors.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import type { Role } from "../platform/authorization/caller.ts";
import { type Audited, commit, retried } from "../platform/commit/commit.ts";
import { nextVersion, unchanged } from "../platform/commit/unchanged.ts";
import { armForNotices, readNotices, requireNotice, scheduleNotices } from "./change-notices/notices.ts";
import { findEvent } from "./queries.ts";
import { restoreMessages, skipScheduled } from "./reminders/move-messages.ts";
import { seatsFreed } from "./seats/seats.ts";

/** Attempts to write while parallel requests change the event. */
const MAX_ATTEMPTS = 5;

/** The event afterwards, and the caller's role on it. */
interface Outcome {
  event: EventRow;
  role: Role;
}

/**
 * Cancels an event: skips its reminders and scheduled messages, and marks it as cancelled in guests' calendar files.
 * With `notify`, emails the guests. Does nothing if the event is already cancelled.
 * @throws AppError 429 `notice_limit`; 409 `event_changed` if every retry conflicts with another write
 */
export function cancelEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { message = null, notify = true }: { message?: string | null | undefined; notify?: boolean | undefined },
): Promise<Outcome> {
  return change(ctx, caller, { isCancelled: true, message }, notify);
}

/**
 * Undoes the cancellation of an event. Reschedules skipped messages that are still in the future, and offers freed
 * seats to waitlisted parties. Does nothing if the event is not cancelled.
 * @throws as `cancelEvent`
 */
export function reinstateEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { notify = true }: { notify?: boolean | undefined },
): Promise<Outcome> {
  return change(ctx, caller, { isCancelled: false }, notify);
}

/** The new state of an event, with the message that guests read about it. */
type Decision = { isCancelled: true; message: string | null } | { isCancelled: false };

const change = retried(
  async (ctx: RequestContext, caller: EventCaller, decision: Decision, isNotified: boolean): Promise<Outcome> => {
    const { db, clock } = ctx;
    const {
      member,
      before: [before],
      notices,
    } = await authorizeMember(ctx, caller, {
      before: findEvent(db, caller.eventId),
      ...readNotices(ctx, caller.eventId, isNotified),
    });
    if (before === undefined) throw notFound();
    if ((before.cancelledAt !== null) === decision.isCancelled) return { event: before, role: member.role };
    if (isNotified) requireNotice(noticeKindOf(decision), notices.flat(), clock.now());
    const event = await writeCancellation(ctx, member, before, decision, isNotified);
    return { event, role: member.role };
  },
  MAX_ATTEMPTS,
);

/** Writes a decision with its audit record, its notice and the changes of its messages. @throws LostRace */
async function writeCancellation(
  ctx: RequestContext,
  member: Member,
  before: EventRow,
  decision: Decision,
  isNotified: boolean,
): Promise<EventRow> {
  const { db, clock } = ctx;
  const now = clock.now();
  const fields = isNotified ? (["cancelledAt"] as const) : [];
  const notice = { event: before, kind: noticeKindOf(decision), fields, createdBy: member.userId };
  const message = decision.isCancelled ? decision.message : null;
  const at = toIsoTime(now);
  const {
    notices,
    event: [event],
  } = await commit(ctx, {
    by: member,
    guard: [unchanged(events, { id: before.id }, before)],
    changes: {
      notices: scheduleNotices(ctx, notice),
      messages: decision.isCancelled ? [skipScheduled(db, before.id, now)] : restoreMessages(ctx, before, now),
      event: setCancelled(
        db,
        before.id,
        { cancelledAt: decision.isCancelled ? now : null, cancelMessage: message },
        now,
      ),
    },
    audit: auditedDecision(before, decision),
    messages: decision.isCancelled ? [] : seatsFreed(ctx, before.id, before.capacity),
    activities: [
      decision.isCancelled
        ? { type: "event.cancelled", at, message }
        : { type: "event.updated", at, changed: ["status"] },
    ],
    at: now,
    lost: "event_changed",
  });
  armForNotices(ctx, notices);
  return event ?? before;
}

function noticeKindOf({ isCancelled }: Decision): "cancelled" | "reinstated" {
  return isCancelled ? "cancelled" : "reinstated";
}

function auditedDecision(before: EventRow, decision: Decision): Audited {
  return {
    action: decision.isCancelled ? "event.cancelled" : "event.reinstated",
    before: { status: before.cancelledAt === null ? "scheduled" : "cancelled", message: before.cancelMessage },
    after: decision.isCancelled
      ? { status: "cancelled", message: decision.message }
      : { status: "scheduled", message: null },
  };
}

/** Cancels an event or reinstates it, and increments the SEQUENCE of its calendar entry. */
function setCancelled(
  db: Database,
  eventId: string,
  state: { cancelledAt: number | null; cancelMessage: string | null },
  now: number,
) {
  const calendarSequence = sql`${events.calendarSequence} + 1`;
  return db
    .update(events)
    .set({ ...state, calendarSequence, updatedAt: nextVersion(events, now) })
    .where(eq(events.id, eventId))
    .returning();
}
