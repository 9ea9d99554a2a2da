import { and, asc, gt, lt, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { outbox } from "../../db/schema/messages.ts";
import { log } from "../../kernel/log.ts";
import { PublishIncomplete, publish } from "./enqueue.ts";
import { parseRow } from "./outbox-row.ts";

/** A younger row may still be published by the request that stored it. */
const MIN_AGE_MS = 10_000;
/**
 * Rows in one round, each of up to 100 messages, and rounds in one run: a long outage is worked off over several runs.
 */
const ROUND_SIZE = 100;
const MAX_ROUNDS = 50;

/**
 * Publishes rows whose request died between its commit and its queue. Skips a type whose queue rejects it until the
 * next run, and continues with other types.
 * @param recover does the dead request's other work; returns messages that have to remain
 * @returns how many messages were put on their queues
 * @throws PublishIncomplete at its end, if a queue rejected a part
 */
export async function relayOutbox(
  ctx: RequestContext,
  recover?: (ctx: RequestContext, messages: readonly BusMessage[]) => Promise<BusMessage[]>,
): Promise<number> {
  const olderThan = ctx.clock.now() - MIN_AGE_MS;
  const stuck = new Set<string>();
  let [published, unpublished, after] = [0, 0, ""];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rows = await findUnpublished(ctx.db, olderThan, { after, without: [...stuck], limit: ROUND_SIZE });
    const outboxRows = rows.map(parseRow);
    for (const { id, messages } of outboxRows)
      if (messages.length === 0) log("error", "outbox_unreadable", { row_id: id });
    const free = outboxRows.filter(({ messages }) => !messages.some(({ type }) => stuck.has(type)));
    const held = new Set(
      await recover?.(
        ctx,
        free.flatMap(({ messages }) => messages),
      ),
    );
    const open = free.filter(({ messages }) => !messages.some((message) => held.has(message)));
    const left = await publish(ctx, open);
    for (const { type } of left) stuck.add(type);
    published += open.reduce((sum, { messages }) => sum + messages.length, 0) - left.length;
    unpublished += left.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < ROUND_SIZE) break;
  }
  if (unpublished > 0) throw new PublishIncomplete(`${unpublished} messages`);
  return published;
}

/**
 * Unpublished rows, oldest first.
 * @param after the ID of the last row of the previous round
 * @param without types of messages whose queue is down
 */
function findUnpublished(
  db: Database,
  olderThan: number,
  { after, without, limit }: { after: string; without: readonly string[]; limit: number },
) {
  const isWanted = sql`${outbox.type} not in (select value from json_each(${JSON.stringify(without)}))`;
  return db
    .select()
    .from(outbox)
    .where(and(gt(outbox.id, after), lt(outbox.createdAt, olderThan), isWanted))
    .orderBy(asc(outbox.id))
    .limit(limit);
}
