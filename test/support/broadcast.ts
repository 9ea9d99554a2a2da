import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { BusMessage } from "../../proto/bus/messages.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { dispatchDue } from "../../src/messaging/broadcasts/dispatch.ts";
import { armScheduler } from "../../src/platform/scheduler/arm.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { consume, type Decisions } from "./queue.ts";

const QUEUE = "usher-broadcasts";

/** The Scheduler of shard 0. */
export function schedulerStub() {
  return env.SCHEDULER.get(env.SCHEDULER.idFromName("scheduler"));
}

/** Deletes the Scheduler's alarm, so that a test runs each step itself. */
export async function stopScheduler(): Promise<void> {
  await runInDurableObject(schedulerStub(), (_, state) => state.storage.deleteAlarm());
}

/** Runs the Scheduler's alarm once. Sets it an hour ahead, so that it does not run automatically. */
export async function runScheduler(): Promise<void> {
  await stopScheduler();
  await armScheduler(env, Date.now() + HOUR_MS);
  await runDurableObjectAlarm(schedulerStub());
}

/** Inserts a due message without the API, so that the Scheduler's alarm is not set. */
export async function dueMessage(
  eventId: string,
  changes: { audience?: string; channel?: string; subject?: string; body?: string; slug?: string } = {},
): Promise<string> {
  const id = newId(Date.now());
  const { audience = "everyone", channel = "email", slug = null } = changes;
  const { subject = "News of {{event_name}}", body = "Dear {{guest_name}}, {{rsvp_link}}" } = changes;
  await env.DB.prepare(
    `insert into messages (event_id, id, slug, audience, channel, subject, body, send_at, status, created_at, updated_at)
     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'scheduled', ?8, ?8)`,
  )
    .bind(eventId, id, slug, audience, channel, subject, body, Date.now())
    .run();
  return id;
}

/** Creates a queue that captures its messages, so that a test can deliver them repeatedly and in any order. */
export function capturingQueue() {
  const captured: BusMessage[] = [];
  const queue = {
    async sendBatch(messages: Iterable<{ body: BusMessage }>) {
      for (const { body } of messages) captured.push(body);
    },
  } as unknown as Queue;
  return { captured, queue };
}

/** Runs `dispatchDue`. @returns the batches of one message, captured instead of enqueued */
export async function dispatch(messageId: string, changes: EnvChanges = {}): Promise<BusMessage[]> {
  const { captured, queue } = capturingQueue();
  await dispatchDue(createRequestContext({ ...env, ...changes, BROADCASTS_QUEUE: queue }, () => undefined));
  return captured.filter(
    ({ type, body }) => type === "message.deliver" && "message_id" in body && body.message_id === messageId,
  );
}

/** Delivers queue batches to the Worker. */
export function deliverBatches(
  batches: readonly BusMessage[],
  options: { attempts?: number; changes?: EnvChanges } = {},
): Promise<Decisions> {
  return consume(QUEUE, batches, options);
}

/** Delivers batches of the dead-letter queue to the Worker. */
export function deadLetter(batches: readonly BusMessage[]): Promise<Decisions> {
  return consume(`${QUEUE}-dead`, batches);
}

/** Moves every time in a message's journal back, so that leases expire. */
export async function ageJournal(messageId: string, ms: number): Promise<void> {
  await runInDurableObject(env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(messageId)), (_, state) => {
    const { kv } = state.storage;
    for (const [key, value] of [...kv.list()]) kv.put(key, aged(value, ms));
  });
}

/** A value with every timestamp in it moved back. */
function aged(value: unknown, ms: number): unknown {
  if (typeof value === "number") return value > 1e12 ? value - ms : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, aged(part, ms)]));
}

/** The storage keys of a message's journal. */
export async function journalOf(messageId: string): Promise<string[]> {
  return runInDurableObject(env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(messageId)), (_, state) =>
    [...state.storage.kv.list()].map(([key]) => key),
  );
}
