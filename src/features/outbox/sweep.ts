import type { Services } from "../../services.ts";
import { pay } from "./owe.ts";
import { parcelIn } from "./parcels.ts";
import { findLeftBehind } from "./queries.ts";

/** A younger message is still on its way from the request that caused it. */
const LEFT_BEHIND_MS = 10_000;
/** Rows in one round, each of up to a hundred messages, and rounds in one sweep: a long outage is worked off over several. */
const ROUND_SIZE = 100;
const MAX_ROUNDS = 50;

/**
 * Pays what was left behind when a request died between its commit and its queue.
 * @returns how many messages were put on their queues
 */
export async function sweepOutbox(services: Services): Promise<number> {
  let paid = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rows = await findLeftBehind(services.db, services.clock.now() - LEFT_BEHIND_MS, ROUND_SIZE);
    if (rows.length === 0) break;
    const parcels = rows.map(parcelIn);
    const unreadable = parcels.filter(({ messages }) => messages.length === 0).length;
    if (unreadable > 0) console.error(JSON.stringify({ msg: "outbox_unreadable", count: unreadable }));
    await pay(services, parcels);
    paid += parcels.reduce((sum, { messages }) => sum + messages.length, 0);
    if (rows.length < ROUND_SIZE) break;
  }
  return paid;
}
