import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { BusBody, BusMessage, BusMessageType } from "../../proto/bus/messages.ts";
import worker from "../../src/worker.ts";

/** A message as a queue stores it. */
export function busMessage<T extends BusMessageType>(type: T, body: BusBody<T>, id: string = crypto.randomUUID()) {
  return { type, id, body } as Extract<BusMessage, { type: T }>;
}

/** The Worker's decisions about a batch; messages are identified by their index. */
export interface Decisions {
  /** Acknowledged, in the order of the batch. */
  acked: number[];
  /** Retried, in the order of the batch. */
  retried: { index: number; delaySeconds: number }[];
}

/**
 * Delivers a queue batch to the Worker, and waits for its decisions and its deferred work.
 * @param options.changes changed variables, such as an unreachable mail server
 */
export async function consume(
  queue: string,
  bodies: readonly unknown[],
  options: { attempts?: number; changes?: EnvChanges } = {},
): Promise<Decisions> {
  const { attempts = 1, changes } = options;
  const run = crypto.randomUUID();
  const sent = bodies.map((body, index) => ({ id: `${run}-${index}`, timestamp: new Date(), attempts, body }));
  const batch = createMessageBatch(queue, sent);
  // The result of the test's queue omits the delays.
  const delays = new Map<string, number>();
  for (const message of batch.messages) {
    const retry = message.retry.bind(message);
    message.retry = (chosen) => {
      delays.set(message.id, chosen?.delaySeconds ?? 0);
      retry(chosen);
    };
  }
  const context = createExecutionContext();
  await worker.queue(batch, { ...env, ...changes }, context);
  const result = await getQueueResult(batch, context);
  const indexOf = (id: string) => sent.findIndex((message) => message.id === id);
  return {
    acked: result.explicitAcks.map(indexOf).sort((a, b) => a - b),
    retried: result.retryMessages
      .map(({ msgId }) => ({ index: indexOf(msgId), delaySeconds: delays.get(msgId) ?? 0 }))
      .sort((a, b) => a.index - b.index),
  };
}
