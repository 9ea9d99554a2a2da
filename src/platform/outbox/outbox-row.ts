import { type BusMessage, parseBusMessage } from "../../../proto/bus/messages.ts";
import type { outbox } from "../../db/schema/messages.ts";
import { newIds } from "../../kernel/ids.ts";
import { pack } from "../../kernel/pack.ts";

/** One row of the outbox: at most as many messages as a queue accepts in one call. */
export interface OutboxRow {
  id: string;
  messages: BusMessage[];
}

export type StoredOutboxRow = Pick<typeof outbox.$inferSelect, "id" | "type" | "body">;

/** Up to this many messages have a row each; more are chunked, which costs a hundredth in rows written and deleted. */
const MAX_UNCHUNKED = 20;
/** Maximum messages in one call of a queue. */
const MAX_CHUNK_MESSAGES = 100;
/** The type of a row that holds several messages. */
export const CHUNK_TYPE = "chunk";

/**
 * A message, or a few of one queue that share a row: a row costs a write when it is stored and one when it is deleted.
 */
export type MessagesOfRow = BusMessage | readonly [BusMessage, ...BusMessage[]];

/** Groups messages into rows. */
export function toOutboxRows(messages: readonly MessagesOfRow[], now: number): OutboxRow[] {
  if (messages.length <= MAX_UNCHUNKED) return messages.map(toOutboxRow);
  const all = messages.flat() as BusMessage[];
  // A chunk is of one type, so that it does not wait for the queue of another. The relay goes by the rows' IDs, so that
  // older messages are published first.
  const byType = Map.groupBy(all, ({ type }) => type);
  const chunks = [...byType.values()].flatMap((ofType) => pack(ofType, MAX_CHUNK_MESSAGES));
  return newIds(now, chunks.length).map((id, index) => ({ id, messages: chunks[index] ?? [] }));
}

function toOutboxRow(found: MessagesOfRow): OutboxRow {
  const [first, ...others] = "id" in found ? [found] : found;
  return { id: first.id, messages: [first, ...others] };
}

/** Returns the stored form of a row. */
export function serializeRow({ id, messages }: OutboxRow): StoredOutboxRow {
  const [only] = messages;
  return messages.length === 1 && only
    ? { id, type: only.type, body: only.body }
    : { id, type: CHUNK_TYPE, body: messages };
}

/** Parses a stored row. Unreadable messages are left out: no retry makes them readable. */
export function parseRow(row: StoredOutboxRow): OutboxRow {
  const found = row.type === CHUNK_TYPE && Array.isArray(row.body) ? row.body : [row];
  return { id: row.id, messages: found.map(parseBusMessage).filter((message) => message !== null) };
}
