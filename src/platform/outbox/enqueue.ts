import type { SQL } from "drizzle-orm";
import type { BusBody, BusMessage, BusMessageType } from "../../../proto/bus/messages.ts";
import type { Statement } from "../../db/client.ts";
import { newId } from "../../kernel/ids.ts";
import type { RequestContext } from "../../request-context.ts";
import { type OutboxRow, serializeRow, toOutboxRows } from "./outbox-row.ts";
import { deletePublished, insertOutboxRows, MAX_ROWS_PER_STATEMENT } from "./queries.ts";

/** Messages that are owed once their rows are committed, and how to pay them at once. */
export interface OutboxEntries {
  /** For the batch of the change that causes the messages. */
  statements: Statement[];
  /** The same messages, for who pays them in another way than by `dispatch`. */
  rows: OutboxRow[];
  /** Call after the commit: puts the messages on their queues after the answer. What fails, the sweep finds. */
  publishAfterResponse(): void;
}

/** A message of the bus with an id of its own, under which every repetition of it is recognised. */
export function busMessage<T extends BusMessageType>(ctx: Pick<RequestContext, "clock">, type: T, body: BusBody<T>) {
  return { type, id: newId(ctx.clock.now()), body } as Extract<BusMessage, { type: T }>;
}

/**
 * The outbox: rows to write with the change, a dispatch to call after it.
 * @param guard the condition under which the change itself is written; give it when the change may turn out not to
 *   happen, and put these statements before it in the batch, where both see the same state
 */
export function enqueue(ctx: RequestContext, messages: readonly BusMessage[], guard?: SQL): OutboxEntries {
  const now = ctx.clock.now();
  const outboxRows = toOutboxRows(messages, now);
  return {
    statements: chunkRows(outboxRows).map((chunk) => insertOutboxRows(ctx.db, chunk.map(serializeRow), now, guard)),
    rows: outboxRows,
    publishAfterResponse() {
      if (outboxRows.length === 0) return;
      ctx.defer(async () => {
        const { length } = await publish(ctx, outboxRows);
        if (length > 0) throw new PublishIncomplete(`${length} messages`);
      });
    },
  };
}

/**
 * Puts messages on their queues. A parcel of which a part is left stays owed whole: consumers recognise the id.
 * @returns the ids of the parcels that were taken whole, and the messages that their queue did not take
 */
export async function tryPublish({ bus }: Pick<RequestContext, "bus">, outboxRows: readonly OutboxRow[]) {
  const left = await bus.tryPublish(outboxRows.flatMap(({ messages }) => messages));
  const missing = new Set(left);
  const whole = outboxRows.filter(({ messages }) => !messages.some((message) => missing.has(message)));
  return { taken: whole.map(({ id }) => id), left };
}

/**
 * Puts messages on their queues and forgets those that were taken. Sent twice when it dies in between: consumers
 * recognise the id.
 * @returns the messages that are still owed
 */
export async function publish(ctx: RequestContext, outboxRows: readonly OutboxRow[]): Promise<BusMessage[]> {
  const { taken, left } = await tryPublish(ctx, outboxRows);
  if (taken.length > 0) await deletePublished(ctx.db, taken);
  return left;
}

/** Messages that are left to the sweep, because their queue did not take them. */
export class PublishIncomplete extends Error {
  override readonly name = "StillOwed";
}

function chunkRows(outboxRows: readonly OutboxRow[]): OutboxRow[][] {
  const count = Math.ceil(outboxRows.length / MAX_ROWS_PER_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    outboxRows.slice(index * MAX_ROWS_PER_STATEMENT, (index + 1) * MAX_ROWS_PER_STATEMENT),
  );
}
