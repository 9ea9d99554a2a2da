import type { RequestContext } from "../../request-context.ts";
import { PublishIncomplete, publish } from "./enqueue.ts";
import { parseRow } from "./outbox-row.ts";
import { findUnpublished } from "./queries.ts";

/** A younger message is still on its way from the request that caused it. */
const MIN_AGE_MS = 10_000;
/** Rows in one round, each of up to a hundred messages, and rounds in one sweep: a long outage is worked off over several. */
const ROUND_SIZE = 100;
const MAX_ROUNDS = 50;

/**
 * Pays what was left behind when a request died between its commit and its queue. What a queue does not take stays owed,
 * and is not offered again before the next sweep; what goes to other queues goes past it.
 * @returns how many messages were put on their queues
 * @throws StillOwed at its end, when a queue did not take its part
 */
export async function relayOutbox(ctx: RequestContext): Promise<number> {
  const olderThan = ctx.clock.now() - MIN_AGE_MS;
  const stuck = new Set<string>();
  let [paid, outboxEntries, after] = [0, 0, ""];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rows = await findUnpublished(ctx.db, olderThan, { after, without: [...stuck], limit: ROUND_SIZE });
    const outboxRows = rows.map(parseRow);
    const unreadable = outboxRows.filter(({ messages }) => messages.length === 0).length;
    if (unreadable > 0) console.error(JSON.stringify({ msg: "outbox_unreadable", count: unreadable }));
    const open = outboxRows.filter(({ messages }) => !messages.some(({ type }) => stuck.has(type)));
    const left = await publish(ctx, open);
    for (const { type } of left) stuck.add(type);
    paid += open.reduce((sum, { messages }) => sum + messages.length, 0) - left.length;
    outboxEntries += left.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < ROUND_SIZE) break;
  }
  if (outboxEntries > 0) throw new PublishIncomplete(`${outboxEntries} messages`);
  return paid;
}
