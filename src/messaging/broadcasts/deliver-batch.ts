import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { one } from "../../db/one.ts";
import { markTokenSent } from "../../invitations/queries.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { isUnknownRecipient } from "../../kernel/delivery-outcome.ts";
import { log } from "../../kernel/log.ts";
import { withRetry } from "../../kernel/with-retry.ts";
import { countForEvent } from "../../sending/budgets.ts";
import { NotDelivered } from "../../sending/deliver.ts";
import { pauseIfHarmful } from "../../sending/pause-if-harmful.ts";
import { storeOptOuts } from "../../sending/suppression-queries.ts";
import { type Attempt, acquireLease, type DeliverMessage, type DeliveryResults, sendAll } from "./attempt.ts";
import { type Addressed, channelOf, resolveRecipients } from "./channel.ts";
import {
  closeBatch,
  findBroadcast,
  finishMessage,
  listOpenRecipients,
  type Recipient,
  updateDeliveries,
} from "./delivery-queries.ts";

/** The longest default wait of the queue between two attempts. Before it is over, a batch is not stalled. */
const MAX_QUEUE_DELAY_MS = 2 * MINUTE_MS;
/**
 * State and standing are read for all recipients of a batch, because a read for each email would be thousands of calls.
 * A mail server may make a batch wait. They are read again for an email that leaves later than this after the read.
 */
const CURRENT_MS = MINUTE_MS;
/** Interval at which a recipient batch is checked again while its host's emails are paused. */
const PAUSE_CHECK_MS = 15 * MINUTE_MS;

/**
 * Sends a message to one batch of its recipients, once to each even if the queue repeats the batch. Skips recipients
 * with a result in D1 or in the journal of a crashed attempt. Does nothing while another attempt owns the lease; if
 * that one crashes, the Scheduler enqueues the batch again.
 * @throws NotDelivered, or the database error, if the queue should retry the batch
 */
export async function deliverBatch(ctx: RequestContext, message: DeliverMessage): Promise<void> {
  await acquireLease(ctx, message, (attempt) => deliver(ctx, attempt));
}

async function deliver(ctx: RequestContext, attempt: Attempt): Promise<void> {
  const { clock } = ctx;
  const { batch, attemptId, journal } = attempt;
  let readAt = clock.now();
  const { broadcast, open, reachable } = await readBatch(ctx, attempt);
  // The message is finished, or was deleted with its event.
  if (broadcast === undefined) return journal.clear();
  // The Scheduler enqueues the batch again. The batch waits until an operator has lifted the pause.
  if (broadcast.isPaused) return journal.release(batch.number, attemptId, "persisted", readAt + PAUSE_CHECK_MS);
  let reading = Promise.resolve({ reachable });
  // Connections that ask during a read share it.
  const addressee = async (guestId: string) => {
    if (clock.now() - readAt > CURRENT_MS) {
      readAt = clock.now();
      reading = readBatch(ctx, attempt);
    }
    return (await reading).reachable.get(guestId);
  };
  const channel = channelOf(ctx, batch, broadcast.message.channel);
  const sent = await sendAll(ctx, attempt, channel, [...reachable.keys()], addressee);
  await persistResults(ctx, attempt, open, { isEmail: channel.isEmail, sent });
}

/**
 * Reads the message and the recipients who are left to send to, in one call. Resolves those who can be reached: none
 * while the host's emails are paused.
 */
async function readBatch(ctx: RequestContext, { batch, results }: Attempt) {
  const { db, config, clock } = ctx;
  const { broadcast, open } = await runBatch(db, {
    broadcast: one(findBroadcast(db, batch)),
    open: listOpenRecipients(db, batch, config.TWILIO_FROM ?? null, clock.now()),
  });
  const reachable = new Map<string, Addressed>();
  if (broadcast !== undefined && !broadcast.isPaused) {
    const recipients = await resolveRecipients(ctx, broadcast, open, results);
    for (const recipient of recipients) reachable.set(recipient.guestId, { broadcast, recipient });
  }
  return { broadcast, open, reachable };
}

/**
 * Writes an attempt's results to the database in one call and releases its lease. The last batch finishes the message.
 * @param recipients the recipients who were open when the attempt began
 * @param sending whether these are emails, and who has got one
 * @throws NotDelivered if a recipient is left to retry
 */
async function persistResults(
  ctx: RequestContext,
  { batch, attemptId, journal, ids, results }: Attempt,
  recipients: readonly { guestId: string; phone: string | null }[],
  sending: { isEmail: boolean; sent: readonly Recipient[] },
): Promise<void> {
  const { db, clock } = ctx;
  const { isEmail, sent } = sending;
  const now = clock.now();
  const isComplete = results.isCompleteFor(recipients) && !results.leaseLost;
  const bounces = isEmail ? results.all().filter(({ reason }) => isUnknownRecipient(reason)).length : 0;
  if (!isEmail) await withRetry(() => storeOptOuts(ctx, optedOutOf(results, recipients)), ids);
  const { finished } = await withRetry(
    () =>
      runBatch(db, {
        updated: updateDeliveries(db, batch, results.all(), now),
        bounced: bounces > 0 && countForEvent(db, batch.eventId, { kind: "bounced", number: bounces }, now),
        closed: isComplete && closeBatch(db, batch, now),
        finished: isComplete && one(finishMessage(db, batch, now)),
        // One statement each: a list of them would be read four times.
        tokens: (isEmail ? sent : []).map(({ tokenId }) => markTokenSent(db, tokenId, now)),
      }),
    ids,
  );
  const counts = Object.entries(Object.groupBy(results.all(), ({ status }) => status));
  log("info", "batch_sent", {
    ...ids,
    ended: finished?.status,
    ...Object.fromEntries(counts.map(([status, updates]) => [status, updates.length])),
  });
  if (bounces > 0) await pauseIfHarmful(ctx, batch.eventId);
  if (results.leaseLost) return;
  if (finished) return journal.clear();
  const delayMs = Math.max(MAX_QUEUE_DELAY_MS, results.retryAfterSeconds * SECOND_MS);
  await journal.release(batch.number, attemptId, "persisted", isComplete ? 0 : now + delayMs);
  if (!isComplete) throw new NotDelivered(results.retryAfterSeconds || undefined);
}

/** Returns the numbers that replied STOP, according to the provider. A recipient who was skipped has no provider. */
function optedOutOf(results: DeliveryResults, recipients: readonly { guestId: string; phone: string | null }[]) {
  const refused = results.all().filter(({ status, provider }) => status === "suppressed" && provider !== null);
  const guests = new Set(refused.map(({ guestId }) => guestId));
  return recipients.flatMap(({ guestId, phone }) => (guests.has(guestId) && phone !== null ? [phone] : []));
}
