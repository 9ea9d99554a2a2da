import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { targetOf } from "../audiences.ts";
import { isInTarget } from "../queries.ts";
import { dispatchNotice } from "./dispatch-notice.ts";
import {
  chargeRecipients,
  claimMessage,
  type DueMessage,
  insertBatches,
  insertRecipients,
  listScheduled,
  listSending,
  openBatches,
  postponeMessage,
  type SendingMessage,
} from "./dispatch-queries.ts";
import { BATCH_SIZE, enqueueBatches } from "./enqueue-batches.ts";
import { journalOf } from "./journals.ts";

/** Messages in one round: each is four statements, and an invocation has a thousand. */
const MAX_MESSAGES = 100;
/** A message that was claimed more recently than this may still be on its way to the queue. */
const MIN_CLAIM_AGE_MS = 45 * SECOND_MS;
/** A message that does not fit the host's budget of 24 hours, which is counted by the hour, is tried again then. */
const POSTPONE_MS = HOUR_MS;

/**
 * Claims every message that is due, with its recipients as they are at this moment, and enqueues its batches. Of two
 * Schedulers that race, one gets each message. What is not enqueued then, `requeueStalled` finds.
 * @returns the next due time (epoch milliseconds), null when nothing is scheduled
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
 * Enqueues the open batches of messages again on which no attempt is running: the program died between the claim and the
 * queue, or the queue lost a batch. Whoever was written to is not open and gets nothing again.
 * @returns when to look again at the earliest (epoch milliseconds), null when nothing is being sent
 */
export async function requeueStalled(ctx: RequestContext): Promise<number | null> {
  const sending = await listSending(ctx.db, MAX_MESSAGES);
  return forEachMessage(sending, (message) => requeueIfStalled(ctx, message), "message_requeue_failed");
}

/**
 * Handles one message after the other. One that fails is logged and holds up none of the others: it comes again with
 * the next round.
 * @returns the earliest of the times that `handle` returned
 */
async function forEachMessage<Message extends { id: string }>(
  messages: readonly Message[],
  handle: (message: Message) => Promise<number | null>,
  failure: "message_dispatch_failed" | "message_requeue_failed",
): Promise<number | null> {
  let next: number | null = null;
  for (const message of messages) {
    try {
      const at = await handle(message);
      if (at !== null) next = Math.min(next ?? at, at);
    } catch (error) {
      log("error", failure, { message_id: message.id }, error);
    }
  }
  return next;
}

/**
 * Writes recipients, batches and claim together or not at all, and counts the recipients for the event's host. A message
 * that exceeds the host's budget is put off.
 */
async function dispatch(ctx: RequestContext, due: DueMessage): Promise<null> {
  const { db, clock } = ctx;
  const now = clock.now();
  try {
    const { batches, claimed } = await runBatch(db, {
      recipients: insertRecipients(db, due, isInTarget(targetOf(due)), now),
      batches: insertBatches(db, due, BATCH_SIZE, now),
      charged: chargeRecipients(db, due, BATCH_SIZE, now),
      claimed: claimMessage(db, due, now),
    });
    if (claimed.length === 0) return null;
    log("info", "message_dispatched", { message_id: due.id, batches: batches.length });
    await enqueueBatches(ctx, due, batches);
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    log("warn", "message_postponed", { message_id: due.id, reason: "sending_limit" });
    await postponeMessage(db, due, now + POSTPONE_MS, now);
  }
  return null;
}

/** @returns the time until which an attempt is running or due (epoch milliseconds), null when it was requeued */
async function requeueIfStalled(ctx: RequestContext, message: SendingMessage): Promise<number | null> {
  const { db, clock } = ctx;
  const claimedUntil = message.claimedAt + MIN_CLAIM_AGE_MS;
  const busyUntil = claimedUntil > clock.now() ? claimedUntil : await journalOf(ctx, message.id).busyUntil();
  if (busyUntil !== null) return busyUntil;
  const batches = await openBatches(db, message.eventId, message.id);
  log("warn", "message_requeued", { message_id: message.id, batches: batches.length });
  await enqueueBatches(ctx, message, batches);
  return null;
}
