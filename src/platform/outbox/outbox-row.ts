import { type BusMessage, parseBusMessage } from "../../../proto/bus/messages.ts";
import { newIds } from "../../kernel/ids.ts";

/** One row of the outbox: a message, or as many as a queue takes in one call. */
export interface OutboxRow {
  id: string;
  messages: BusMessage[];
}

/** What a row of the outbox holds. */
export interface StoredOutboxRow {
  id: string;
  type: string;
  body: unknown;
}

/** Up to this many messages have a row each; more share rows, which are written and forgotten at a hundredth of the cost. */
const MAX_UNCHUNKED = 20;
/** As many as a queue takes in one call. */
const MAX_CHUNK_MESSAGES = 100;
/** The type of a row that holds several messages. */
export const CHUNK_TYPE = "chunk";

/** Messages as the rows in which they are owed. */
export function toOutboxRows(messages: readonly BusMessage[], now: number): OutboxRow[] {
  if (messages.length <= MAX_UNCHUNKED) return messages.map((message) => ({ id: message.id, messages: [message] }));
  // The sweep goes by the ids, so that what was owed first is sent first.
  return newIds(now, Math.ceil(messages.length / MAX_CHUNK_MESSAGES)).map((id, index) => ({
    id,
    messages: messages.slice(index * MAX_CHUNK_MESSAGES, (index + 1) * MAX_CHUNK_MESSAGES),
  }));
}

/** A parcel as it is stored. */
export function serializeRow({ id, messages }: OutboxRow): StoredOutboxRow {
  const [only] = messages;
  return messages.length === 1 && only
    ? { id, type: only.type, body: only.body }
    : { id, type: CHUNK_TYPE, body: messages };
}

/** The parcel in a row. What cannot be read is left out: it will not become a message by being read again. */
export function parseRow(row: StoredOutboxRow): OutboxRow {
  const found = row.type === CHUNK_TYPE && Array.isArray(row.body) ? row.body : [row];
  return { id: row.id, messages: found.map(parseBusMessage).filter((message) => message !== null) };
}
