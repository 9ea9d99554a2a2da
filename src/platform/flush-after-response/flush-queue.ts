import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Database, Statement } from "../../db/client.ts";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { OutboxRow } from "../outbox/outbox-row.ts";

/** How effects of one kind, left by many requests, are carried out together. A flush groups effects by this object. */
export interface EffectKind<Item = unknown, Context = unknown> {
  /** Statements for the one D1 batch of a flush. */
  statements?(db: Database, items: readonly Item[]): readonly Statement[];
  /** A call outside of the database. */
  send?(ctx: Context, items: readonly Item[]): Promise<void>;
}

/** Effects of one kind; made by `pending`. */
export interface PendingEffect {
  kind: EffectKind;
  items: readonly unknown[];
}

/** What a request leaves to be done after its response. */
export interface PendingEffects {
  /** Messages that are stored in the outbox: once they are published, the batch of the effects' statements deletes them. */
  outboxRows: readonly OutboxRow[];
  /** Messages that are stored nowhere: one that its queue does not take is lost. */
  messages?: readonly BusMessage[];
  effects?: readonly PendingEffect[];
}

/** Shards, and events at whose door somebody has arrived. A queue that is evicted is flushed all the same. */
const MAX_FLUSH_QUEUES = 1_000;

/** Creates an isolate's queues, by the number of the shard or the ID of an event. */
export const createFlushQueues = (): BoundedMap<string, FlushQueue> => new BoundedMap(MAX_FLUSH_QUEUES);

/** The pending effects of one isolate and key: a shard, or an event. Times are epoch milliseconds. */
export interface FlushQueue {
  waiting: PendingEffects[];
  /** Until when a flush may be running; past in the absence of one. */
  flushingUntil: number;
  flushedAt: number;
}
