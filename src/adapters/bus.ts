import type { BusMessage, BusMessageType } from "../../proto/bus/messages.ts";
import { utf8 } from "../kernel/bytes.ts";
import { withDeadline } from "../kernel/deadline.ts";
import { pack } from "../kernel/pack.ts";

/** Queues takes at most this many messages in one call. */
export const MAX_BATCH_MESSAGES = 100;
/** Queues takes at most 256 KB in one call. Half of that leaves room for the platform's envelope. */
const MAX_BATCH_BYTES = 128_000;
/** After this time the messages count as not sent, and the outbox relay sends them later. */
const SEND_DEADLINE_MS = 10_000;

export type QueueName = "access" | "scores" | "notifier" | "broadcasts" | "webhooks";

/** The queues of the message types that the notifier does not consume. */
const OTHER_QUEUES: Partial<Record<BusMessageType, QueueName>> = {
  "access.attempted": "access",
  "access.confirmed": "access",
  "access.forget": "access",
  "fraud.scored": "scores",
  // A separate queue, so that a reset link does not wait behind five thousand emails.
  "message.deliver": "broadcasts",
  // They write thousands of rows each, so they must not delay messages that people wait for.
  "event.erase": "broadcasts",
  "uploads.erase": "broadcasts",
  // A separate queue, so that a slow receiver delays only other receivers.
  "webhooks.deliver": "webhooks",
  "activity.publish": "webhooks",
};

export interface Bus {
  /**
   * Sends messages to their queues. Each queue fails on its own.
   * @returns the messages that were not sent
   */
  tryPublish(messages: readonly BusMessage[]): Promise<BusMessage[]>;
  /** Sends all messages. @throws QueueUnavailable when one of them was not sent */
  publish(messages: readonly BusMessage[]): Promise<void>;
}

/** A queue did not accept messages. */
class QueueUnavailable extends Error {
  override readonly name = "QueueUnavailable";
}

export function createBus(queues: Record<QueueName, Queue>): Bus {
  const tryPublish: Bus["tryPublish"] = async (messages) => {
    const left = await Promise.all([...byQueue(messages)].map(([name, part]) => sendToQueue(queues[name], part)));
    return left.flat();
  };
  return {
    tryPublish,
    async publish(messages) {
      const left = await tryPublish(messages);
      if (left.length > 0) throw new QueueUnavailable(`${left.length} of ${messages.length} messages were not sent`);
    },
  };
}

/** Sends messages to one queue in their order, up to the first failure. @returns the messages that were not sent */
async function sendToQueue(queue: Queue, messages: readonly BusMessage[]): Promise<BusMessage[]> {
  const batches = inBatches(messages);
  for (const [index, batch] of batches.entries()) {
    const bodies = batch.map((body) => ({ body, contentType: "json" as const }));
    try {
      await withDeadline(SEND_DEADLINE_MS, async () => queue.sendBatch(bodies));
    } catch {
      return batches.slice(index).flat();
    }
  }
  return [];
}

function byQueue(messages: readonly BusMessage[]): Map<QueueName, BusMessage[]> {
  return Map.groupBy(messages, (message) => OTHER_QUEUES[message.type] ?? "notifier");
}

/** Splits a list into batches within the limits of one call. */
function inBatches(messages: readonly BusMessage[]): BusMessage[][] {
  return pack(messages, MAX_BATCH_BYTES, (message) => utf8(JSON.stringify(message)).length, MAX_BATCH_MESSAGES);
}
