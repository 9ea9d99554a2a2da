import { createExecutionContext, createMessageBatch, getQueueResult, type QueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { BusBody, BusMessage, BusMessageType } from "../../proto/bus/messages.ts";
import type { Bindings } from "../../src/env.ts";
import worker from "../../src/worker.ts";

/** A message as it lies in a queue. */
export function busMessage<T extends BusMessageType>(type: T, body: BusBody<T>, id: string = crypto.randomUUID()) {
  return { type, id, body } as Extract<BusMessage, { type: T }>;
}

/**
 * Hands a batch to the Worker as a queue would, and tells what it decided: which messages are done
 * (`explicitAcks`) and which come again, and when (`retryMessages`). Messages are `m0`, `m1`, … there.
 * @param changes other variables than the tests' own, such as a mail server that is not there
 */
export async function consume(
  queue: string,
  bodies: readonly unknown[],
  options: { attempts?: number; changes?: Partial<Bindings> } = {},
): Promise<QueueResult> {
  const batch = createMessageBatch(
    queue,
    bodies.map((body, index) => ({
      id: `m${index}`,
      timestamp: Date.now(),
      attempts: options.attempts ?? 1,
      body: structuredClone(body),
    })),
  );
  const context = createExecutionContext();
  await worker.queue(batch, { ...env, ...options.changes }, context);
  return getQueueResult(batch, context);
}
