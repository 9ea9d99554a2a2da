import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../src/worker.ts";
import { Recorder, recordBindings } from "../../testkit/recorded-bindings.ts";

/** Returns an object that replaces some of the methods. */
export function replaced<T extends object>(target: T, methods: Record<string, (...args: never[]) => unknown>): T {
  return new Proxy(target, {
    get(object, property) {
      const own = methods[property as string];
      if (own) return own;
      const value: unknown = Reflect.get(object, property, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}

/**
 * The Scheduler's binding without the wake-up of an isolate's first request, which would relay the outbox, publish
 * flags and delete expired rows during the test. Alarms for a given time are set as usual.
 */
export const UNARMED_SCHEDULER = {
  SCHEDULER: replaced(env.SCHEDULER, {
    get(id: DurableObjectId) {
      const arm = async (at: number, database: number) => {
        if (at > 0) await env.SCHEDULER.get(id).arm(at, database);
      };
      return { arm };
    },
  }),
};

/** The D1 batch of a request that another write precedes. */
export interface Preceded {
  /** A table: the first batch that writes it. By default the table that each guarded `commit()` writes. */
  beforeWriteOf?: string;
  /** Runs before the batch after that one, in which the request reads again. */
  thenBeforeNextBatch?: (attempt: number) => Promise<unknown>;
}

/** Sends a request, and runs another write after the request's reads, right before it writes: a deterministic race. */
export async function raceBeforeWrite(
  request: Request,
  change: () => Promise<unknown>,
  preceded: Preceded = {},
): Promise<Response> {
  const { databases, seen } = racingDatabases(change, preceded, 1);
  const response = await send(request, databases);
  if (seen.changes !== 1) throw new Error("the request made no such write: nothing ran before it");
  if (preceded.thenBeforeNextBatch && seen.undone !== 1) throw new Error("the request made no batch after its write");
  return response;
}

/** Sends a request, and runs another write after the request's own, before its next batch. */
export function raceAfterWrite(request: Request, change: () => Promise<unknown>): Promise<Response> {
  return raceBeforeWrite(request, async () => undefined, { thenBeforeNextBatch: change });
}

/** Sends a request, and runs another write right before its first batch, even if that one only reads. */
export async function raceBeforeFirstBatch(request: Request, change: () => Promise<unknown>): Promise<Response> {
  const { databases, seen } = racing(/./, change, { times: 1 });
  const response = await send(request, databases);
  if (seen.changes !== 1) throw new Error("the request made no batch: nothing ran before it");
  return response;
}

/**
 * Sends a request that loses every attempt to write: `change` runs right before each write. Fails if the request tries
 * only once, or makes more D1 batches after its last attempt, because a request that wrote nothing has no audit record to
 * seal and no activity.
 * @param batchesAfter the number of batches after the last attempt; null for a guest's verb, which logs the access
 */
export async function loseEveryRace(
  request: Request,
  change: (attempt: number) => Promise<unknown>,
  { batchesAfter = 0, ...preceded }: Preceded & { batchesAfter?: number | null } = {},
): Promise<Response> {
  const { databases, seen } = racingDatabases(change, preceded);
  const response = await send(request, databases);
  if (seen.changes < 2) throw new Error(`the request tried to write ${seen.changes} times`);
  if (preceded.thenBeforeNextBatch && seen.undone < seen.changes - 1) throw new Error("a change was not undone");
  if (batchesAfter !== null && seen.batchesSince !== batchesAfter)
    throw new Error(`the request made ${seen.batchesSince} batches after its last attempt`);
  return response;
}

/**
 * The databases of both shards, with another write before those batches that write a table, and a count of what ran.
 * @param times the number of batches that the other write precedes, from the first one
 */
export function racingDatabases(
  change: (attempt: number) => Promise<unknown>,
  { beforeWriteOf = "commit_guards", thenBeforeNextBatch }: Preceded = {},
  times: number = Number.POSITIVE_INFINITY,
) {
  // A prepared statement has its names without quotes.
  const writes = new RegExp(`\\b(insert into|update|delete from) "?${beforeWriteOf}\\b`);
  return racing(writes, change, { times, ...(thenBeforeNextBatch && { thenBeforeNextBatch }) });
}

function racing(
  preceded: RegExp,
  change: (attempt: number) => Promise<unknown>,
  { times, thenBeforeNextBatch }: Pick<Preceded, "thenBeforeNextBatch"> & { times: number },
) {
  const seen = { changes: 0, undone: 0, batchesSince: 0 };
  const recorder = new Recorder(async (input, work) => {
    if (input.target !== "d1" || input.method !== "batch") return work();
    seen.batchesSince += 1;
    if (thenBeforeNextBatch && seen.undone < seen.changes) await thenBeforeNextBatch(seen.undone++);
    if (seen.changes < times && input.statements.some(({ sql }) => preceded.test(sql))) {
      seen.batchesSince = 0;
      await change(seen.changes++);
    }
    return work();
  });
  const { DB, DB_1 } = recordBindings(env, () => recorder);
  return { databases: { DB, ...(DB_1 && { DB_1 }) }, seen };
}

async function send(request: Request, databases: Partial<Cloudflare.Env>): Promise<Response> {
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER, ...databases }, context);
  await waitOnExecutionContext(context);
  return response;
}
