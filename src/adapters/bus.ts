import type { BusMessage, BusMessageType } from "../../proto/bus/messages.ts";
import { utf8 } from "../kernel/bytes.ts";
import { withDeadline } from "../kernel/deadline.ts";

/** Queues takes at most this many messages in one call. */
export const MAX_BATCH_MESSAGES = 100;
/** …and at most 256 KB of them; half of that leaves room for the platform's own envelope. */
const MAX_BATCH_BYTES = 128_000;
/** A queue that does not answer in this time gets the messages from the next sweep. */
const SEND_DEADLINE_MS = 10_000;

export type QueueName = "access" | "scores" | "notifier" | "broadcasts";

/** Which queue carries which subject. */
export const QUEUE_OF: Record<BusMessageType, QueueName> = {
  "access.attempted": "access",
  "access.confirmed": "access",
  "access.forget": "access",
  "fraud.scored": "scores",
  "rsvp.confirmed": "notifier",
  "invitation.send": "notifier",
  "account.mail": "notifier",
  "edit_link.send": "notifier",
  "collaborator_invite.send": "notifier",
  "account.changed": "notifier",
  "subscription.end": "notifier",
  // A queue of their own: a person waits for a reset link, and shall not wait for five thousand mails before it.
  "message.deliver": "broadcasts",
};

export interface Bus {
  /**
   * Puts messages on their queues, each queue for itself: one that is down holds up no other.
   * @returns those that their queue did not take
   */
  tryPublish(messages: readonly BusMessage[]): Promise<BusMessage[]>;
  /** The same for who needs all of them there. @throws QueueUnavailable when a queue did not take its part */
  publish(messages: readonly BusMessage[]): Promise<void>;
}

/** A queue did not take what was offered to it. */
class QueueUnavailable extends Error {
  override readonly name = "QueueUnavailable";
}

export function createBus(queues: Record<QueueName, Queue>): Bus {
  const tryPublish: Bus["tryPublish"] = async (messages) => {
    const left = await Promise.all([...byQueue(messages)].map(([name, part]) => fill(queues[name], part)));
    return left.flat();
  };
  return {
    tryPublish,
    async publish(messages) {
      const left = await tryPublish(messages);
      if (left.length > 0) throw new QueueUnavailable(`${left.length} of ${messages.length} messages were not taken`);
    },
  };
}

/** Puts messages on one queue in their order, until it does not take them. @returns those that it did not take */
async function fill(queue: Queue, messages: readonly BusMessage[]): Promise<BusMessage[]> {
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
  return Map.groupBy(messages, (message) => QUEUE_OF[message.type]);
}

/** Cuts a list into what one call may carry. */
export function inBatches(messages: readonly BusMessage[]): BusMessage[][] {
  const batches: BusMessage[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const size = utf8(JSON.stringify(message)).length;
    const last = batches.at(-1);
    if (last && last.length < MAX_BATCH_MESSAGES && bytes + size <= MAX_BATCH_BYTES) {
      last.push(message);
      bytes += size;
    } else {
      batches.push([message]);
      bytes = size;
    }
  }
  return batches;
}
