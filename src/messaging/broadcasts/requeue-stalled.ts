import { asc, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { messages } from "../../db/schema/messages.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { openBatches } from "./delivery-queries.ts";
import { enqueueBatches } from "./enqueue-batches.ts";
import { forEachMessage, MAX_MESSAGES } from "./for-each-message.ts";
import { journalOf } from "./journals.ts";

/** A message that was claimed more recently than this may still be on its way to the queue. */
const MIN_CLAIM_AGE_MS = 45 * SECOND_MS;

/**
 * Enqueues open batches again on which no attempt is running. Either the program crashed between the claim and the
 * queue, or the queue lost a batch. Recipients with a result are not open and get nothing again.
 * @returns when to check again at the earliest (epoch milliseconds), null if nothing is being sent
 */
export async function requeueStalled(ctx: RequestContext): Promise<number | null> {
  const sending = await listSending(ctx.db, MAX_MESSAGES);
  return forEachMessage(sending, (message) => requeueIfStalled(ctx, message), "message_requeue_failed");
}

/** A message that is being sent. */
type SendingMessage = Awaited<ReturnType<typeof listSending>>[number];

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

/** Messages that were claimed and are not finished, oldest claim first. */
function listSending(db: Database, limit: number) {
  return db
    .select({ eventId: messages.eventId, id: messages.id, claimedAt: sql<number>`${messages.claimedAt}` })
    .from(messages)
    .where(eq(messages.status, sql`'sending'`))
    .orderBy(asc(messages.claimedAt))
    .limit(limit);
}
