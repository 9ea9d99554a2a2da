import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { Bindings } from "../../src/env.ts";
import { fireDue } from "../../src/features/broadcasts/fire-due.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { armScheduler } from "../../src/platform/scheduler/arm.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { consume, type Decisions } from "./queue.ts";

const QUEUE = "usher-broadcasts";

/** The environment's one Scheduler. */
export function schedulerStub() {
  return env.SCHEDULER.get(env.SCHEDULER.idFromName("scheduler"));
}

/** Keeps the Scheduler from working by itself, so that a test has each step in its hands. */
export async function stopScheduler(): Promise<void> {
  await runInDurableObject(schedulerStub(), (_, state) => state.storage.deleteAlarm());
}

/** Has the Scheduler's alarm go off, once: it is set for a time at which it would not go off by itself. */
export async function runScheduler(): Promise<void> {
  await stopScheduler();
  await armScheduler(env, Date.now() + HOUR_MS);
  await runDurableObjectAlarm(schedulerStub());
}

/** A message that is due, written straight into the database so that nothing wakes the Scheduler. */
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

/** Puts on a queue what a test may look at and hand on, as often and in whatever order it likes. */
export function heldQueue() {
  const held: BusMessage[] = [];
  const queue = {
    async sendBatch(messages: Iterable<{ body: BusMessage }>) {
      for (const { body } of messages) held.push(body);
    },
  } as unknown as Queue;
  return { held, queue };
}

/** Has what is due claimed, and holds what is handed over: the batches of one message. */
export async function fire(messageId: string, changes: Partial<Bindings> = {}): Promise<BusMessage[]> {
  const { held, queue } = heldQueue();
  await fireDue(createRequestContext({ ...env, ...changes, BROADCASTS_QUEUE: queue }, () => undefined));
  return held.filter(
    ({ type, body }) => type === "message.deliver" && "message_id" in body && body.message_id === messageId,
  );
}

/** Hands batches to the Worker as their queue would. */
export function deliver(
  batches: readonly BusMessage[],
  options: { attempts?: number; changes?: Partial<Bindings> } = {},
): Promise<Decisions> {
  return consume(QUEUE, batches, options);
}

/** Hands batches to the Worker that have died. */
export function bury(batches: readonly BusMessage[]): Promise<Decisions> {
  return consume(`${QUEUE}-dead`, batches);
}

/** Moves the times in a message's journal back, so that heartbeats and leases look that much older. */
export async function ageJournal(messageId: string, ms: number): Promise<void> {
  await runInDurableObject(env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(messageId)), (_, state) => {
    const { kv } = state.storage;
    for (const [key, value] of [...kv.list()]) kv.put(key, aged(value, ms));
  });
}

/** Every moment in a value, moved back. */
function aged(value: unknown, ms: number): unknown {
  if (typeof value === "number") return value > 1e12 ? value - ms : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, aged(part, ms)]));
}

/** What a message's journal holds. */
export async function journalOf(messageId: string): Promise<string[]> {
  return runInDurableObject(env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(messageId)), (_, state) =>
    [...state.storage.kv.list()].map(([key]) => key),
  );
}
