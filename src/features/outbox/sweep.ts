import { parseBusMessage } from "../../../proto/bus/messages.ts";
import type { Services } from "../../services.ts";
import { pay } from "./owe.ts";
import { deleteTaken, findLeftBehind } from "./queries.ts";

/** A younger message is still on its way from the request that caused it. */
const LEFT_BEHIND_MS = 10_000;
/** Messages in one round, and rounds in one sweep: a long outage is worked off over several sweeps. */
const ROUND_SIZE = 500;
const MAX_ROUNDS = 10;

/**
 * Pays what was left behind when a request died between its commit and its queue.
 * @returns how many messages were put on their queues
 */
export async function sweepOutbox(services: Services): Promise<number> {
  let paid = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rows = await findLeftBehind(services.db, services.clock.now() - LEFT_BEHIND_MS, ROUND_SIZE);
    if (rows.length === 0) break;
    const parsed = rows.map((row) => ({ id: row.id, message: parseBusMessage(row) }));
    const messages = parsed.flatMap(({ message }) => (message ? [message] : []));
    const unreadable = parsed.filter(({ message }) => message === null).map(({ id }) => id);
    if (messages.length > 0) await pay(services, messages);
    if (unreadable.length > 0) {
      console.error(JSON.stringify({ msg: "outbox_unreadable", count: unreadable.length }));
      await deleteTaken(services.db, unreadable);
    }
    paid += messages.length;
    if (rows.length < ROUND_SIZE) break;
  }
  return paid;
}
