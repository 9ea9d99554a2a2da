import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import type { EventRow } from "../db/schema/events.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { type Audited, retried } from "../platform/commit/commit.ts";
import { decideNotice, readNotices } from "./change-notices/notices.ts";
import type { EventOutcome } from "./event-times.ts";
import { findEvent } from "./queries.ts";
import { writeEvent } from "./write-event.ts";

/** Attempts to write while parallel requests change the event. */
const MAX_ATTEMPTS = 5;

/**
 * Cancels an event: skips its reminders and scheduled messages, and marks it as cancelled in guests' calendar files.
 * With `notify`, emails the guests. Does nothing if the event is already cancelled.
 * @throws AppError 409 `event_changed` if every retry conflicts with another write
 */
export function cancelEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { message = null, notify = true }: { message?: string | null | undefined; notify?: boolean | undefined },
): Promise<EventOutcome> {
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
  {
    notify = true,
    notifyNeverEmailed = true,
  }: { notify?: boolean | undefined; notifyNeverEmailed?: boolean | undefined },
): Promise<EventOutcome> {
  return change(ctx, caller, { isCancelled: false, skipNeverEmailed: !notifyNeverEmailed }, notify);
}

/** The new state of an event, with the message that guests read about it. */
type Decision = { isCancelled: true; message: string | null } | { isCancelled: false; skipNeverEmailed: boolean };

const change = retried(
  async (ctx: RequestContext, caller: EventCaller, decision: Decision, isWanted: boolean): Promise<EventOutcome> => {
    const { db, clock } = ctx;
    const { member, before, ...sending } = await authorizeMember(ctx, caller, {
      before: one(findEvent(db, caller.eventId)),
      ...readNotices(ctx, caller, isWanted),
    });
    if (before === undefined) throw notFound();
    const isSame = (before.cancelledAt !== null) === decision.isCancelled;
    const fields = isSame ? [] : (["cancelledAt"] as const);
    const notice = decideNotice(caller.session, noticeKindOf(decision), { isWanted, fields }, sending);
    if (isSame) return { event: before, role: member.role, notice };
    const now = clock.now();
    const cancelledAt = decision.isCancelled ? now : null;
    const message = decision.isCancelled ? decision.message : null;
    const at = toIsoTime(now);
    const event = await writeEvent(ctx, member, before, {
      columns: { cancelledAt, cancelMessage: message },
      kind: noticeKindOf(decision),
      noticed: notice.notified ? fields : [],
      ...(decision.isCancelled ? {} : { skipNeverEmailed: decision.skipNeverEmailed }),
      audit: auditedDecision(before, decision),
      activities: [
        decision.isCancelled
          ? { type: "event.cancelled", at, message }
          : { type: "event.updated", at, changed: ["status"] },
      ],
      now,
    });
    return { event, role: member.role, notice };
  },
  MAX_ATTEMPTS,
);

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
