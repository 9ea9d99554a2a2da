import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../src/worker.ts";

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

/**
 * Sends a request through the Worker and runs `meanwhile` after the request's reads, right before its first batch: a
 * deterministic race.
 * @param before the number of the batch before which it runs: 2 for a request that reads in a batch
 */
export function raceBeforeBatch(
  request: Request,
  meanwhile: () => Promise<unknown>,
  before: number = 1,
): Promise<Response> {
  return raceBeforeEachBatch(request, { [before]: meanwhile });
}

/** Like `raceBeforeBatch`, with an action before each of several batches, by number. */
export async function raceBeforeEachBatch(
  request: Request,
  meanwhile: Readonly<Record<number, () => Promise<unknown>>>,
): Promise<Response> {
  return (await countBatches(request, meanwhile)).response;
}

/**
 * Sends a request that loses every attempt to write: `change` runs right before each write, the second batch of an attempt.
 * Fails if the request makes more D1 batches, because a request that wrote nothing has no audit record to seal and no activity.
 * @param attempts the number of attempts of the verb
 * @param after the number of batches after the last attempt; null for a guest's verb, which logs the access
 */
export async function loseEveryRace(
  request: Request,
  attempts: number,
  change: (attempt: number) => Promise<unknown>,
  { after = 0 }: { after?: number | null } = {},
): Promise<Response> {
  const writes = Array.from({ length: attempts }, (_, attempt) => [(attempt + 1) * 2, () => change(attempt)]);
  const { response, batches } = await countBatches(request, Object.fromEntries(writes));
  if (after !== null && batches !== attempts * 2 + after) throw new Error(`the request made ${batches} batches`);
  return response;
}

/** A database that runs an action before each of several batches, by number, and the batches so far. */
export function racingDatabase(meanwhile: Readonly<Record<number, () => Promise<unknown>>>) {
  const state = { batches: 0, waiting: new Map(Object.entries(meanwhile)) };
  const DB = replaced(env.DB, {
    withSession: (...args: Parameters<D1Database["withSession"]>) => {
      const session = env.DB.withSession(...args);
      return replaced(session, {
        async batch(statements: D1PreparedStatement[]) {
          const number = String(++state.batches);
          const first = state.waiting.get(number);
          state.waiting.delete(number);
          await first?.();
          return session.batch(statements);
        },
      });
    },
  });
  return { DB, state };
}

async function countBatches(
  request: Request,
  meanwhile: Readonly<Record<number, () => Promise<unknown>>>,
): Promise<{ response: Response; batches: number }> {
  const { DB, state } = racingDatabase(meanwhile);
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER, DB }, context);
  await waitOnExecutionContext(context);
  if (state.waiting.size > 0) throw new Error("the request had no such batch: nothing ran before it");
  return { response, batches: state.batches };
}
