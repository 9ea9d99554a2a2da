import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { one } from "../../db/one.ts";
import { noticeOf } from "../../events/change-notices/notice-of.ts";
import { noticeSubject } from "../../events/change-notices/notices.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import {
  claimMessage,
  claimReminder,
  type DueMessage,
  dropNotice,
  findNoticed,
  listScheduled,
  postponeMessage,
} from "./due-messages.ts";
import { enqueueBatches } from "./enqueue-batches.ts";
import { forEachMessage, MAX_MESSAGES } from "./for-each-message.ts";
import { chargeRecipients, insertBatches } from "./insert-batches.ts";
import { insertNoticed, insertRecipients, insertReminded } from "./insert-recipients.ts";

/** A message that does not fit the host's budget of 24 hours, which is counted by the hour, is tried again then. */
const POSTPONE_MS = HOUR_MS;

/**
 * Claims every due message with its current recipients and enqueues its batches. If two Schedulers race, one gets each
 * message. `requeueStalled` finds batches that were not enqueued.
 * @returns the next due time (epoch milliseconds), null if nothing is scheduled
 */
export async function dispatchDue(ctx: RequestContext): Promise<number | null> {
  const scheduled = await listScheduled(ctx.db, MAX_MESSAGES + 1);
  const now = ctx.clock.now();
  const due = scheduled.filter(({ sendAt }) => sendAt <= now).slice(0, MAX_MESSAGES);
  await forEachMessage(
    due,
    (message) => (message.notice === null ? dispatch : dispatchNotice)(ctx, message),
    "message_dispatch_failed",
  );
  return scheduled[due.length]?.sendAt ?? null;
}

/**
 * Writes recipients, batches and claim together or not at all, and counts the recipients for the event's host. A
 * message that exceeds the host's budget is put off.
 */
async function dispatch(ctx: RequestContext, due: DueMessage): Promise<null> {
  const { db, clock } = ctx;
  const now = clock.now();
  await orPostpone(ctx, due, now, async () => {
    const { batches, claimed } = await runBatch(db, {
      recipients:
        due.slug === null ? insertRecipients(db, due, now) : insertReminded(db, { ...due, slug: due.slug }, now),
      batches: insertBatches(db, due, now),
      charged: chargeRecipients(db, due, now),
      claimed: one(due.slug === null ? claimMessage(db, due, now) : claimReminder(db, { ...due, slug: due.slug }, now)),
    });
    if (claimed === undefined) return;
    const { skipReason } = claimed;
    if (skipReason === null) log("info", "message_dispatched", { message_id: due.id, batches: batches.length });
    else log("info", "reminder_skipped", { message_id: due.id, reason: skipReason });
    await enqueueBatches(ctx, due, batches);
  });
  return null;
}

/**
 * Claims a due notice with its recipients and enqueues its batches, and counts the recipients for the event's host. Drops
 * it if all its changes were undone. A notice that exceeds the host's budget is put off.
 */
async function dispatchNotice(ctx: RequestContext, due: DueMessage): Promise<null> {
  const { db, clock } = ctx;
  const [found] = await findNoticed(db, due);
  if (found === undefined) return null;
  const now = clock.now();
  const notice = found.event.deletedAt === null ? noticeOf(found.changedFrom ?? {}, found.event) : null;
  if (notice === null) {
    log("info", "notice_dropped", { message_id: due.id });
    await dropNotice(db, due, found.updatedAt, now);
    return null;
  }
  const content = { notice: notice.kind, subject: noticeSubject(notice.kind, found.event.name) };
  const leavesOut = found.skipNeverEmailed && notice.kind !== "cancelled";
  await orPostpone(ctx, due, now, async () => {
    const { batches, claimed } = await runBatch(db, {
      recipients: insertNoticed(db, due, leavesOut, now),
      batches: insertBatches(db, due, now),
      charged: chargeRecipients(db, due, now),
      claimed: one(claimMessage(db, due, now, content)),
    });
    if (claimed === undefined) return;
    log("info", "message_dispatched", { message_id: due.id, batches: batches.length });
    await enqueueBatches(ctx, due, batches);
  });
  return null;
}

/** Puts a message off if its recipients exceed the host's budget. */
async function orPostpone(ctx: RequestContext, due: DueMessage, now: number, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    log("warn", "message_postponed", { message_id: due.id, reason: "sending_limit" });
    await postponeMessage(ctx.db, due, now + POSTPONE_MS, now);
  }
}
