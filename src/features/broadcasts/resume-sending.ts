import type { RequestContext } from "../../request-context.ts";
import { handOver } from "./hand-over.ts";
import { SILENCE_MS } from "./lease.ts";
import { listSending, openBatches, type SendingMessage } from "./queries.ts";

/** Messages in one round. More than that are sent at the same time on no day that we know of. */
const MAX_MESSAGES = 100;

/**
 * Hands over again what is open of messages on which nobody works any more: a program died between the claim and the
 * queue, or a queue has lost what it was given. Whoever was written to is not open and gets nothing again.
 * @returns when to look again at the earliest (epoch milliseconds), null when nothing is being sent
 */
export async function resumeSending(ctx: RequestContext): Promise<number | null> {
  let next: number | null = null;
  for (const message of await listSending(ctx.db, MAX_MESSAGES)) {
    try {
      const busyUntil = await resume(ctx, message);
      if (busyUntil !== null) next = Math.min(next ?? busyUntil, busyUntil);
    } catch (error) {
      // One message that cannot be handed over holds up none of the others; it is looked at again with the next round.
      const name = error instanceof Error ? error.name : "unknown";
      console.error(JSON.stringify({ msg: "message_not_resumed", message_id: message.id, error: name }));
    }
  }
  return next;
}

/** @returns the moment until which somebody is at work (epoch milliseconds), null when it was handed over */
async function resume(ctx: RequestContext, message: SendingMessage): Promise<number | null> {
  const { db, clock, journals } = ctx;
  // What was claimed a moment ago is on its way to the queue.
  const early = message.claimedAt + SILENCE_MS;
  const busyUntil = early > clock.now() ? early : await journals.of(message.id).busyUntil();
  if (busyUntil !== null) return busyUntil;
  const batches = await openBatches(db, message.eventId, message.id);
  console.warn(JSON.stringify({ msg: "message_resumed", message_id: message.id, batches: batches.length }));
  await handOver(ctx, message, batches);
  return null;
}
