import type { Services } from "../../services.ts";
import { handOver } from "./hand-over.ts";
import { SILENCE_MS } from "./lease.ts";
import { listSending, openBatches } from "./queries.ts";

/** Messages in one round. More than that are sent at the same time on no day that we know of. */
const MAX_MESSAGES = 100;

/**
 * Hands over again what is open of messages on which nobody works any more: a program died between the claim and the
 * queue, or a queue has lost what it was given. Whoever was written to is not open and gets nothing again.
 */
export async function resumeSending(services: Services): Promise<void> {
  const { db, clock, journals } = services;
  for (const message of await listSending(db, clock.now() - SILENCE_MS, MAX_MESSAGES)) {
    if (!(await journals.of(message.id).isAbandoned())) continue;
    const batches = await openBatches(db, message.eventId, message.id);
    console.warn(JSON.stringify({ msg: "message_resumed", message_id: message.id, batches: batches.length }));
    await handOver(services, message, batches);
  }
}
