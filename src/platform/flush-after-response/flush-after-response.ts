import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { log } from "../../kernel/log.ts";
import { tryPublish } from "../outbox/enqueue.ts";
import type { OutboxRow } from "../outbox/outbox-row.ts";
import { deletePublished } from "../outbox/queries.ts";
import type { EffectKind } from "./flush-queue.ts";

/** Shards, and events at whose door somebody has arrived. A queue that is evicted is flushed all the same. */
const MAX_FLUSH_QUEUES = 1_000;

/** Requests in one flush; each adds half a kilobyte to a statement. */
const MAX_FLUSH_SIZE = 50;
/** Milliseconds between two flushes: a lone request is flushed immediately, the requests of a burst are grouped. */
const FLUSH_INTERVAL_MS = 100;
/** The interval for effects that people watch: a tenth of the 300 ms in which an arrival is on every monitor. */
const WATCHED_INTERVAL_MS = 30;
/**
 * Cloudflare stops a request's work 30 s after its response, so a request that flushes for others stops well before.
 */
const MAX_FLUSH_MS = 10_000;

/** Effects of one kind, for `flushAfterResponse`. */
export function pending<Item>(kind: EffectKind<Item, RequestContext>, ...items: Item[]): PendingEffect {
  return { kind, items };
}

/**
 * Batches work after the response, per isolate and shard, every 100 ms and for at most 50 requests: one queue call, one
 * D1 batch and one call per kind of effect. A request that finds a flush running adds its work to it. If the isolate
 * ends, the rows remain in the outbox, the Scheduler publishes them, and their consumers repeat the effects.
 */
export function flushAfterResponse(ctx: RequestContext, effects: PendingEffects): void {
  flushLater(ctx, { key: String(ctx.shard), intervalMs: FLUSH_INTERVAL_MS }, effects);
}

/**
 * Flushes effects that people watch, under a separate key and at shorter intervals. The effects of a lone request are
 * flushed immediately, those of concurrent requests together.
 */
export function flushSoon(ctx: RequestContext, key: string, effects: PendingEffects): void {
  flushLater(ctx, { key, intervalMs: WATCHED_INTERVAL_MS }, effects);
}

function flushLater(
  ctx: RequestContext,
  { key, intervalMs }: { key: string; intervalMs: number },
  effects: PendingEffects,
) {
  const { clock } = ctx;
  const flushQueues = ctx.shared(createFlushQueues);
  const queue = flushQueues.get(key) ?? { waiting: [], flushingUntil: 0, flushedAt: 0 };
  flushQueues.set(key, queue);
  const isFlushing = (): boolean => clock.now() < queue.flushingUntil;
  if (isFlushing()) {
    queue.waiting.push(effects);
    return;
  }
  ctx.defer(async () => {
    queue.waiting.push(effects);
    if (isFlushing()) return;
    const until = clock.now() + MAX_FLUSH_MS;
    queue.flushingUntil = until;
    try {
      while (queue.waiting.length > 0 && clock.now() < until) {
        await waitForInterval(queue, intervalMs, clock.now());
        queue.flushedAt = clock.now();
        await flush(ctx, queue.waiting.splice(0, MAX_FLUSH_SIZE));
      }
    } finally {
      if (queue.flushingUntil === until) queue.flushingUntil = 0;
    }
  });
}

/** Waits for the rest of the interval; at least a microtask, so that one request's own effects go together. */
async function waitForInterval({ waiting, flushedAt }: FlushQueue, intervalMs: number, now: number): Promise<void> {
  const rest = Math.min(intervalMs, flushedAt + intervalMs - now);
  if (rest > 0 && waiting.length < MAX_FLUSH_SIZE) await new Promise((resolve) => setTimeout(resolve, rest));
  else await Promise.resolve();
}

async function flush(ctx: RequestContext, waiting: readonly PendingEffects[]): Promise<void> {
  const outboxRows = waiting.flatMap((effects) => effects.outboxRows);
  const unstored = waiting.flatMap(({ messages = [] }) => messages.map((message) => ({ id: "", messages: [message] })));
  const { taken, left } = await tryPublish(ctx, [...outboxRows, ...unstored]);
  const byKind = Map.groupBy(
    waiting.flatMap(({ effects = [] }) => effects),
    ({ kind }) => kind,
  );
  const groups = [...byKind].map(([kind, found]) => ({ kind, items: found.flatMap(({ items }) => items) }));
  const published = taken.filter((id) => id !== "");
  const calls = Promise.allSettled(groups.map(async ({ kind, items }) => kind.send?.(ctx, items)));
  // Rows leave the outbox after the calls: a Worker that dies in between, or a call that fails, leaves them to the
  // relay.
  const store = async () => {
    const isDone = published.length === 0 || (await calls).every(({ status }) => status === "fulfilled");
    await write(ctx, groups, isDone ? published : []);
  };
  const [stored] = await Promise.allSettled([store()]);
  const failed = [...(await calls), stored].find((outcome) => outcome.status === "rejected");
  if (left.length === 0 && failed === undefined) return;
  const counts = { requests: waiting.length, messages_left: left.length };
  log("error", "flush_incomplete", { request_id: ctx.id, ...counts }, failed?.reason);
}

/** Messages that are on their queue leave the outbox only together with the writes: else they are published again. */
async function write(
  { db }: RequestContext,
  groups: readonly PendingEffect[],
  published: readonly string[],
): Promise<void> {
  await db.batch([
    ...groups.flatMap(({ kind, items }) => kind.statements?.(db, items) ?? []),
    ...(published.length > 0 ? [deletePublished(db, published)] : []),
  ]);
}

/** Effects of one kind; made by `pending`. */
export interface PendingEffect {
  kind: EffectKind;
  items: readonly unknown[];
}

/** The work of a request after its response. */
interface PendingEffects {
  /**
   * Messages that are stored in the outbox: once they are published, the batch of the effects' statements deletes them.
   */
  outboxRows: readonly OutboxRow[];
  /** Messages that are not stored: a message that its queue rejects is lost. */
  messages?: readonly BusMessage[];
  effects?: readonly PendingEffect[];
}

/** Creates an isolate's queues, by the number of the shard or the ID of an event. */
const createFlushQueues = (): BoundedMap<string, FlushQueue> => new BoundedMap(MAX_FLUSH_QUEUES);

/** The pending effects of one isolate and key: a shard, or an event. Times are epoch milliseconds. */
interface FlushQueue {
  waiting: PendingEffects[];
  /** Time until which a flush may be running; past if there is none. */
  flushingUntil: number;
  flushedAt: number;
}
