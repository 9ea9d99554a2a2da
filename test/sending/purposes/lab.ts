import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import type { BusBody, BusMessageType } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../../src/context.ts";
import { dispatchDue } from "../../../src/messaging/broadcasts/dispatch.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import worker from "../../../src/worker.ts";
import { capturingQueue } from "../../support/broadcast.ts";
import { warmIsolate } from "../../support/isolate.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { replaced } from "../../support/race.ts";

/** A Scheduler that is never woken: a test runs its tasks. */
const ASLEEP = replaced(env.SCHEDULER, { get: () => ({ arm: async () => undefined }) });

const notifier = capturingQueue();
const broadcasts = capturingQueue();

/**
 * The Worker with its real consumers and mail server. Its queues wait, so that a test can act between a request and its
 * emails.
 */
const isolate = warmIsolate({
  ...env,
  SCHEDULER: ASLEEP,
  NOTIFIER_QUEUE: notifier.queue,
  BROADCASTS_QUEUE: broadcasts.queue,
  TWILIO_ACCOUNT_SID: "ACtest",
  TWILIO_AUTH_TOKEN: "token",
  TWILIO_FROM: "+15005550006",
  TWILIO_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/twilio`,
});

/** Runs work in the context of a queue batch, and waits for what it defers. */
export async function inContext<T>(work: (ctx: RequestContext) => Promise<T>): Promise<T> {
  const deferred: Promise<void>[] = [];
  const done = await work(createRequestContext(isolate, (later) => void deferred.push(later())));
  await Promise.all(deferred);
  return done;
}

/** Sends a request, and waits until its messages are in the queues. */
export async function send(request: Request): Promise<Response> {
  const context = createExecutionContext();
  const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, isolate, context);
  await waitOnExecutionContext(context);
  return response;
}

/** Puts a message into the notifier's queue. */
export async function queue<T extends BusMessageType>(type: T, body: BusBody<T>): Promise<void> {
  notifier.captured.push(busMessage(type, body));
}

/** Dispatches the messages to guests that are due. */
export function dispatchMessages(): Promise<unknown> {
  return inContext(dispatchDue);
}

/** Consumes what is in the queues, and what that puts into them. */
export async function deliver(): Promise<void> {
  const queues = [
    ["usher-notifier", notifier.captured],
    ["usher-broadcasts", broadcasts.captured],
  ] as const;
  while (queues.some(([, captured]) => captured.length > 0)) {
    for (const [name, captured] of queues) {
      const waiting = captured.splice(0);
      if (waiting.length > 0) await consume(name, waiting, { changes: isolate });
    }
  }
}
