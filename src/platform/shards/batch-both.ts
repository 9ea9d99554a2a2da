import type { RequestContext } from "../../context.ts";
import { type BatchResults, type NamedStatements, runBatch, runBatchGroups } from "../../db/batch.ts";

/**
 * Runs statements on the accounts database and on the event's shard in one round trip: one batch where both are shard 0,
 * else two batches in parallel.
 * @param accounts statements made with `accountsDb`
 * @param events statements made with `db`
 * @returns the named results of both
 */
export async function batchBoth<const A extends NamedStatements, const E extends NamedStatements>(
  ctx: Pick<RequestContext, "db" | "accountsDb" | "shard">,
  accounts: A,
  events: E,
): Promise<[BatchResults<A>, BatchResults<E>]> {
  const { db, accountsDb, shard } = ctx;
  if (shard === 0) return runBatchGroups(db, [accounts, events]);
  return Promise.all([runBatch(accountsDb, accounts), runBatch(db, events)]);
}
