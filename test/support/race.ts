import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../src/worker.ts";

/** The same object with some of its methods replaced. */
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
  let batches = 0;
  const waiting = new Map(Object.entries(meanwhile));
  const DB = replaced(env.DB, {
    withSession: (...args: Parameters<D1Database["withSession"]>) => {
      const session = env.DB.withSession(...args);
      return replaced(session, {
        async batch(statements: D1PreparedStatement[]) {
          batches += 1;
          const first = waiting.get(String(batches));
          waiting.delete(String(batches));
          await first?.();
          return session.batch(statements);
        },
      });
    },
  });
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER, DB }, context);
  await waitOnExecutionContext(context);
  if (waiting.size > 0) throw new Error("the request had no such batch: nothing ran before it");
  return response;
}
