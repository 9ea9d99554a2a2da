import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/clock.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import { eraseOutboxRows } from "../platform/outbox/queries.ts";
import {
  type ClosedBefore,
  deleteDeadLetters,
  deletePartOfPurgeable,
  deletePurgeable,
  isPurgeable,
  listPurgeable,
} from "../platform/personal-data/erasure-queries.ts";

/** Period in which an operator can restore an event that its owner has deleted. */
export const RESTORABLE_MS = 30 * DAY_MS;

/** Period in which an operator can restore a deleted event without guests: only its settings would be lost. */
export const EMPTY_RESTORABLE_MS = 30 * MINUTE_MS;

function closedBeforeAt(now: number): ClosedBefore {
  return { any: now - RESTORABLE_MS, empty: now - EMPTY_RESTORABLE_MS };
}

/** The time of closing with which an event is erased immediately, epoch milliseconds. */
export function erasableSince(now: number): number {
  // One millisecond more, because the erasure may run in the same millisecond.
  return now - RESTORABLE_MS - 1;
}

/** Messages that erase a closed event, outside the database and in it. An erased event cannot be restored. */
export function erasureMessages(ctx: RequestContext, eventId: string): BusMessage[] {
  return [
    busMessage(ctx, "access.forget", { event_id: eventId }),
    busMessage(ctx, "event.erase", { event_id: eventId }),
  ];
}

/** Batches in one run, each some tens of milliseconds of the database: a quarter of a minute at most. */
const BATCHES_PER_RUN = 200;

/**
 * Consumer of `event.erase`: erases a closed event that cannot be restored. Enqueues its message again until nothing is
 * left. Idempotent, and does nothing for an event that is open or can still be restored.
 */
export async function eraseEvent(
  ctx: RequestContext,
  message: Extract<BusMessage, { type: "event.erase" }>,
): Promise<void> {
  if (!(await purgeEvent(ctx, message.body.event_id, BATCHES_PER_RUN))) await ctx.bus.publish([message]);
}

/**
 * Deletes an event that was closed 30 days ago, or permanently, with all rows that refer to it. First deletes guests,
 * accesses and deliveries in parts, because one statement for a large event would exceed D1's time limit. Then deletes
 * the event, and the remaining rows by cascade. A message erases the data outside the database.
 * @param maxBatches maximum number of D1 batches in this call
 * @returns true if nothing is left
 */
export async function purgeEvent(ctx: RequestContext, eventId: string, maxBatches: number): Promise<boolean> {
  const { db, clock } = ctx;
  const closedBefore = closedBeforeAt(clock.now());
  for (let batches = 0; ; batches++) {
    if (batches >= maxBatches) return false;
    const parts = await db.batch(deletePartOfPurgeable(db, eventId, closedBefore));
    if (parts.every(({ length }) => length === 0)) break;
  }
  const guard = isPurgeable(db, eventId, closedBefore);
  const outboxEntries = enqueue(ctx, [busMessage(ctx, "access.forget", { event_id: eventId })], guard);
  await db.batch([
    ...eraseOutboxRows(db, eventId, guard),
    deleteDeadLetters(db, eventId, guard),
    ...outboxEntries.statements,
    deletePurgeable(db, eventId, closedBefore),
  ]);
  outboxEntries.publishAfterResponse();
  return true;
}

/** Events per alarm, because each may have thousands of rows. */
const EVENTS_PER_ALARM = 5;

/** Parts of one event per alarm. Requests run between two parts, and the next alarm continues. */
const BATCHES_PER_ALARM = 40;

/**
 * Deletes the events that were closed 30 days ago, without guests half an hour ago, or permanently, with all data of
 * their guests, inside and outside the database.
 */
export async function purgeClosedEvents(ctx: RequestContext): Promise<void> {
  const closedBefore = closedBeforeAt(ctx.clock.now());
  const found = await ctx.db.batch(listPurgeable(ctx.db, closedBefore, EVENTS_PER_ALARM));
  for (const { id } of found.flat().slice(0, EVENTS_PER_ALARM)) {
    await purgeEvent(ctx, id, BATCHES_PER_ALARM);
  }
}
