import { env } from "cloudflare:workers";
import { expect } from "vitest";
import worker from "../../src/worker.ts";
import { eventually } from "../support/eventually.ts";

/** IDs of messages that a queue has accepted and no consumer has acknowledged, with their number. */
const open = new Map<string, number>();
let running = 0;

/** A message that is retried later than this waits for time to pass, not for work to be done. */
const LONGEST_RETRY_S = 15;

function count(body: unknown, by: 1 | -1): void {
  // Files share the isolate, and one of them sends a message without an object.
  const id = String((body as { id?: unknown } | null)?.id);
  const left = (open.get(id) ?? 0) + by;
  if (left <= 0) open.delete(id);
  else open.set(id, left);
}

// The bindings of all queues share this prototype, and the Worker's consumer is looked up with each queue batch.
const ofQueues = Object.getPrototypeOf(env.NOTIFIER_QUEUE) as Queue;
const { sendBatch } = ofQueues;
ofQueues.sendBatch = function counted(messages, options) {
  const list = [...messages];
  for (const { body } of list) count(body, 1);
  return sendBatch.call(this, list, options);
};

const consumer: { queue: typeof worker.queue } = worker;
const { queue } = consumer;
consumer.queue = async (batch, bindings, context) => {
  running += 1;
  const retried = new Set<string>();
  for (const message of batch.messages) {
    const retry = message.retry.bind(message);
    message.retry = (options) => {
      if ((options?.delaySeconds ?? 0) <= LONGEST_RETRY_S) retried.add(message.id);
      retry(options);
    };
  }
  try {
    await queue(batch, bindings, context);
  } finally {
    for (const { id, body } of batch.messages) if (!retried.has(id)) count(body, -1);
    running -= 1;
  }
};

/** Waits until the outbox is empty and every queued message is handled. */
export async function settled(): Promise<void> {
  await eventually(async () => {
    const waiting = await env.DB.prepare("select count(*) as rows from outbox").first<{ rows: number }>();
    expect({ outbox: waiting?.rows, open: [...open.keys()], running }).toEqual({ outbox: 0, open: [], running: 0 });
  });
}
