import type { SQL } from "drizzle-orm";
import type { BusBody, BusMessage, BusMessageType } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { newId } from "../../kernel/ids.ts";
import { pack } from "../../kernel/pack.ts";
import { type MessagesOfRow, type OutboxRow, serializeRow, toOutboxRows } from "./outbox-row.ts";
import { deletePublished, insertOutboxRows } from "./queries.ts";

/** D1 binds at most 100 values to a statement, and a row takes four. */
const MAX_ROWS_PER_STATEMENT = 20;

/** Messages of the outbox: the statements that store them, and how to publish them after the commit. */
export interface OutboxEntries {
  /** For the batch of the change that causes the messages. Each stores several rows. */
  statements: Statement[];
  /** Pass to `flushAfterResponse` instead of calling `publishAfterResponse`. */
  rows: OutboxRow[];
  /**
   * Call after the commit: puts the messages on their queues after the response. The Scheduler relays what fails.
   * @param first runs before; if it fails, the messages stay for the relay
   */
  publishAfterResponse(first?: () => Promise<void>): void;
}

/** A message with a new ID, by which consumers recognise repetitions. */
export function busMessage<T extends BusMessageType>(ctx: Pick<RequestContext, "clock">, type: T, body: BusBody<T>) {
  return { type, id: newId(ctx.clock.now()), body } as Extract<BusMessage, { type: T }>;
}

/**
 * Transactional outbox: stores messages in the batch of the change that causes them, and publishes them afterwards.
 * @param guard the write condition of the change, if it can be false. Put the statements before the change in the
 *    batch, so that both see the same state
 */
export function enqueue(ctx: RequestContext, messages: readonly MessagesOfRow[], guard?: SQL): OutboxEntries {
  const now = ctx.clock.now();
  const outboxRows = toOutboxRows(messages, now);
  return {
    statements: pack(outboxRows, MAX_ROWS_PER_STATEMENT).map((chunk) =>
      insertOutboxRows(ctx.db, chunk.map(serializeRow), now, guard),
    ),
    rows: outboxRows,
    publishAfterResponse(first) {
      if (outboxRows.length === 0) return;
      ctx.defer(async () => {
        await first?.();
        const { length } = await publish(ctx, outboxRows);
        if (length > 0) throw new PublishIncomplete(`${length} messages`);
      });
    },
  };
}

/**
 * Work that a request does itself after its response. The consumer of its message does the same, if the request could
 * not.
 */
export interface Immediate {
  message: BusMessage;
  run: () => Promise<unknown>;
}

/**
 * Stores the messages of work that the request does itself, so that the Scheduler relays those whose work has failed.
 */
export function enqueueImmediate(ctx: RequestContext, immediate: readonly Immediate[]) {
  const { statements, rows } = enqueue(
    ctx,
    immediate.map(({ message }) => message),
  );
  return {
    /** For the batch of the change. */
    statements,
    /** Call after the commit. */
    runAfterResponse(): void {
      if (rows.length === 0) return;
      ctx.defer(async () => {
        await Promise.all(immediate.map(({ run }) => run()));
        await deletePublished(
          ctx.db,
          rows.map(({ id }) => id),
        );
      });
    },
  };
}

/**
 * Puts messages on their queues. If a queue rejects a part of a row, the whole row remains: consumers recognise
 * repeated IDs.
 * @returns the IDs of the rows that were accepted whole, and the messages that their queue rejected
 */
export async function tryPublish({ bus }: Pick<RequestContext, "bus">, outboxRows: readonly OutboxRow[]) {
  const left = await bus.tryPublish(outboxRows.flatMap(({ messages }) => messages));
  const missing = new Set(left);
  const whole = outboxRows.filter(({ messages }) => !messages.some((message) => missing.has(message)));
  return { taken: whole.map(({ id }) => id), left };
}

/**
 * Puts messages on their queues and deletes the rows that were taken. A crash in between publishes them twice:
 * consumers recognise the IDs.
 * @returns the messages that their queue did not take
 */
export async function publish(ctx: RequestContext, outboxRows: readonly OutboxRow[]): Promise<BusMessage[]> {
  const { taken, left } = await tryPublish(ctx, outboxRows);
  if (taken.length > 0) await deletePublished(ctx.db, taken);
  return left;
}

/** A queue did not accept its messages. The Scheduler relays them. */
export class PublishIncomplete extends Error {
  override readonly name = "PublishIncomplete";
}
