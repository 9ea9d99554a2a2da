import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { BusBody, BusMessage, BusMessageType } from "../../../proto/bus/messages.ts";
import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../services.ts";
import { type Parcel, pack, rowOf } from "./parcels.ts";
import { deleteTaken, insertOwed, MAX_OWED_IN_STATEMENT } from "./queries.ts";

/** Messages that are owed once their rows are committed, and how to pay them at once. */
export interface Owed {
  /** For the batch of the change that causes the messages. */
  statements: BatchItem<"sqlite">[];
  /** The same messages, for who pays them in another way than by `dispatch`. */
  parcels: Parcel[];
  /** Call after the commit: puts the messages on their queues after the answer. What fails, the sweep finds. */
  dispatch(): void;
}

/** A message of the bus with an id of its own, under which every repetition of it is recognised. */
export function busMessage<T extends BusMessageType>(services: Pick<Services, "clock">, type: T, body: BusBody<T>) {
  return { type, id: newId(services.clock.now()), body } as Extract<BusMessage, { type: T }>;
}

/**
 * The outbox: rows to write with the change, a dispatch to call after it.
 * @param guard the condition under which the change itself is written; give it when the change may turn out not to
 *   happen, and put these statements before it in the batch, where both see the same state
 */
export function owe(services: Services, messages: readonly BusMessage[], guard?: SQL): Owed {
  const now = services.clock.now();
  const parcels = pack(messages, now);
  return {
    statements: inChunks(parcels).map((chunk) => insertOwed(services.db, chunk.map(rowOf), now, guard)),
    parcels,
    dispatch() {
      if (parcels.length === 0) return;
      services.defer(async () => {
        const { length } = await pay(services, parcels);
        if (length > 0) throw new StillOwed(`${length} messages`);
      });
    },
  };
}

/**
 * Puts messages on their queues. A parcel of which a part is left stays owed whole: consumers recognise the id.
 * @returns the ids of the parcels that were taken whole, and the messages that their queue did not take
 */
export async function offer({ bus }: Pick<Services, "bus">, parcels: readonly Parcel[]) {
  const left = await bus.offer(parcels.flatMap(({ messages }) => messages));
  const missing = new Set(left);
  const whole = parcels.filter(({ messages }) => !messages.some((message) => missing.has(message)));
  return { taken: whole.map(({ id }) => id), left };
}

/**
 * Puts messages on their queues and forgets those that were taken. Sent twice when it dies in between: consumers
 * recognise the id.
 * @returns the messages that are still owed
 */
export async function pay(services: Services, parcels: readonly Parcel[]): Promise<BusMessage[]> {
  const { taken, left } = await offer(services, parcels);
  if (taken.length > 0) await deleteTaken(services.db, taken);
  return left;
}

/** Messages that are left to the sweep, because their queue did not take them. */
export class StillOwed extends Error {
  override readonly name = "StillOwed";
}

function inChunks(parcels: readonly Parcel[]): Parcel[][] {
  const count = Math.ceil(parcels.length / MAX_OWED_IN_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    parcels.slice(index * MAX_OWED_IN_STATEMENT, (index + 1) * MAX_OWED_IN_STATEMENT),
  );
}
