import { DeadlineExceeded } from "../kernel/deadline.ts";
import { AppError } from "../kernel/errors.ts";
import { GroupedCalls, type RequestPlatform } from "../kernel/grouped-calls.ts";
import { type BatchResults, type NamedStatements, runBatch } from "./batch.ts";
import type { BatchOf, Database, Statement } from "./client.ts";
import { isDatabaseDown } from "./failures.ts";

/** Requests in one batch: what an invitation reads and logs is three statements and about 10 KB. */
const MAX_REQUESTS = 16;
/** The database answers in a few milliseconds where the Worker is placed beside it. */
const JOIN_TIMEOUT_MS = 25;
const DEADLINE_MS = 10_000;

/** The grouped batches of one isolate on one database: several requests share one D1 call; see `GroupedCalls`. */
export type GroupedBatches = GroupedCalls<readonly Statement[], readonly unknown[]>;

export function createGroupedBatches(platform: RequestPlatform): GroupedBatches {
  return new GroupedCalls({
    most: MAX_REQUESTS,
    joinTimeoutMs: JOIN_TIMEOUT_MS,
    deadlineMs: DEADLINE_MS,
    isOutage: isDatabaseDown,
    ...platform,
  });
}

/** The grouped batches of each shard's primary, created on first use. */
export function groupedBatchesByShard(platform: RequestPlatform): (shard: number) => GroupedBatches {
  const groups = new Map<number, GroupedBatches>();
  return (shard) => {
    const known = groups.get(shard) ?? createGroupedBatches(platform);
    groups.set(shard, known);
    return known;
  };
}

/**
 * Runs named statements like `runBatch`, and shares a D1 call with other requests: while their calls are under way, it
 * waits for the next call. For batches without statements that fail in normal operation. The statements stay together
 * and in order. The statements of all requests are one transaction. If it fails, but not because of an outage, each
 * request's batch runs separately.
 * @throws AppError 503 when another request's call has not ended in time
 */
export async function runGroupedBatch<const T extends NamedStatements>(
  db: Database,
  groups: GroupedBatches,
  statements: T,
): Promise<BatchResults<T>> {
  const batch = async <const S extends readonly Statement[]>(own: S): Promise<BatchOf<S>> =>
    (await groups.run(own, (lists) => runTogether(db, lists))) as BatchOf<S>;
  try {
    return await runBatch({ batch }, statements);
  } catch (error) {
    throw error instanceof DeadlineExceeded ? new AppError("database_unavailable") : error;
  }
}

async function runTogether(db: Database, lists: readonly (readonly Statement[])[]): Promise<readonly unknown[][]> {
  const results = (await db.batch(lists.flat())).values();
  return lists.map((list) => list.map(() => results.next().value));
}
