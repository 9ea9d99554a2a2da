import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import worker from "../../src/worker.ts";
import { warmIsolate } from "./isolate.ts";
import { UNARMED_SCHEDULER } from "./race.ts";

/** One call that left the Worker, with its order among the others. */
export interface RecordedCall {
  target: "d1" | "kv" | "object" | "queue" | "fetch";
  detail: string;
  began: number;
  ended: number;
  rowsRead: number;
  rowsWritten: number;
}

/** What a request cost until its response. */
export interface Cost {
  response: Response;
  /** The longest chain of calls of which each waited for the one before. */
  roundTrips: number;
  calls: RecordedCall[];
  d1Calls: number;
  rowsRead: number;
  rowsWritten: number;
}

/** Records the calls of an environment, with the order in which they began and ended. */
class Recorder {
  readonly calls: RecordedCall[] = [];
  #tick = 0;

  async record<T>(target: RecordedCall["target"], detail: string, work: () => Promise<T>): Promise<T> {
    const call: RecordedCall = {
      target,
      detail,
      began: this.#tick++,
      ended: Number.POSITIVE_INFINITY,
      rowsRead: 0,
      rowsWritten: 0,
    };
    this.calls.push(call);
    try {
      const result = await work();
      for (const meta of metasOf(result)) {
        call.rowsRead += meta.rows_read ?? 0;
        call.rowsWritten += meta.rows_written ?? 0;
      }
      return result;
    } finally {
      call.ended = this.#tick++;
    }
  }
}

interface Meta {
  rows_read?: number;
  rows_written?: number;
}

function metasOf(result: unknown): Meta[] {
  const results = Array.isArray(result) ? result : [result];
  return results.flatMap((entry) => {
    const meta = (entry as { meta?: Meta } | null)?.meta;
    return meta ? [meta] : [];
  });
}

/** The longest chain of calls in which each began after the one before had ended. */
function longestChain(calls: readonly RecordedCall[]): number {
  const depths = new Map<RecordedCall, number>();
  for (const call of [...calls].sort((a, b) => a.began - b.began)) {
    const before = calls.filter((other) => other.ended < call.began).map((other) => depths.get(other) ?? 0);
    depths.set(call, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths.values());
}

/**
 * An environment that records every call to a binding. Statements that drizzle reads as raw rows are read as objects,
 * because only those results have the counts of rows.
 */
export function recordingEnv(recorder = new Recorder(), overrides: EnvChanges = {}) {
  const queue = (binding: Queue): Queue =>
    wrap(binding, {
      send: (...args: Parameters<Queue["send"]>) => recorder.record("queue", "send", () => binding.send(...args)),
      sendBatch: (...args: Parameters<Queue["sendBatch"]>) =>
        recorder.record("queue", "sendBatch", () => binding.sendBatch(...args)),
    });
  const database = (binding: D1Database): D1Database =>
    wrap(binding, {
      withSession: (...args: Parameters<D1Database["withSession"]>) =>
        recordSession(recorder, binding.withSession(...args)),
    });
  const bound: Cloudflare.Bindings = { ...env, ...UNARMED_SCHEDULER, ...overrides };
  const recorded: Cloudflare.Bindings = {
    ...bound,
    DB: database(env.DB),
    ...(bound.DB_1 === undefined ? {} : { DB_1: database(env.DB_1) }),
    KV: wrap(env.KV, {
      get: (...args: unknown[]) =>
        recorder.record("kv", "get", () => (env.KV.get as (...all: unknown[]) => Promise<unknown>)(...args)),
      put: (...args: Parameters<KVNamespace["put"]>) => recorder.record("kv", "put", () => env.KV.put(...args)),
    }),
    RATE_WINDOW: wrap(env.RATE_WINDOW, {
      get: (...args: Parameters<typeof env.RATE_WINDOW.get>) => {
        const stub = env.RATE_WINDOW.get(...args);
        return wrap(stub, {
          hit: (...hit: Parameters<typeof stub.hit>) =>
            recorder.record("object", "RateWindow.hit", async () => await stub.hit(...hit)),
        });
      },
    }),
    ACCESS_QUEUE: queue(bound.ACCESS_QUEUE),
    SCORES_QUEUE: queue(bound.SCORES_QUEUE),
    NOTIFIER_QUEUE: queue(bound.NOTIFIER_QUEUE),
    BROADCASTS_QUEUE: queue(bound.BROADCASTS_QUEUE),
    WEBHOOKS_QUEUE: queue(bound.WEBHOOKS_QUEUE),
  };
  return { env: recorded, recorder };
}

/** The same of an isolate that has served a request before. */
export function warmRecording() {
  const recording = recordingEnv();
  warmIsolate(recording.env);
  return recording;
}

/** Follows one request through everything that it awaits. */
const FLOW = new AsyncLocalStorage<ExecutionContext>();

/** Sends one request through the Worker. @returns what it cost until the response */
export async function costOf(request: Request, recording = recordingEnv()): Promise<Cost> {
  const context = createExecutionContext();
  const before = recording.recorder.calls.length;
  const realFetch = globalThis.fetch;
  // Queue consumers share the isolate and its fetch: only calls of this request's own async flow count.
  globalThis.fetch = (input, init) => {
    if (FLOW.getStore() !== context) return realFetch(input, init);
    return recording.recorder.record("fetch", new URL(new Request(input as RequestInfo).url).pathname, () =>
      realFetch(input, init),
    );
  };
  try {
    const incoming = request as Request<unknown, IncomingRequestCfProperties>;
    const response = await FLOW.run(context, () => worker.fetch(incoming, recording.env, context));
    // Calls that the request started without awaiting them are not part of the cost of its response.
    const calls = recording.recorder.calls.slice(before).filter((call) => Number.isFinite(call.ended));
    return { response, ...summaryOf(calls) };
  } finally {
    globalThis.fetch = realFetch;
    await waitOnExecutionContext(context);
  }
}

function summaryOf(calls: RecordedCall[]): Omit<Cost, "response"> {
  const d1 = calls.filter((call) => call.target === "d1");
  const sum = (pick: (call: RecordedCall) => number) => d1.reduce((total, call) => total + pick(call), 0);
  return {
    roundTrips: longestChain(calls),
    calls,
    d1Calls: d1.length,
    rowsRead: sum((call) => call.rowsRead),
    rowsWritten: sum((call) => call.rowsWritten),
  };
}

function recordSession(recorder: Recorder, session: D1DatabaseSession): D1DatabaseSession {
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const statement = (original: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const recorded = wrap(original, {
      bind: (...values: unknown[]) => statement(original.bind(...values), sql),
      run: () => recorder.record("d1", sql, () => original.run()),
      all: () => recorder.record("d1", sql, () => original.all()),
      raw: async () => {
        const { results } = await recorder.record("d1", sql, () => original.all<Record<string, unknown>>());
        return results.map((row) => Object.values(row));
      },
    });
    originals.set(recorded, original);
    return recorded;
  };
  return wrap(session, {
    prepare: (sql: string) => statement(session.prepare(sql), sql),
    batch: (statements: D1PreparedStatement[]) =>
      recorder.record("d1", `batch of ${statements.length}`, () =>
        session.batch(statements.map((entry) => originals.get(entry) ?? entry)),
      ),
  });
}

/** The same object with some of its methods replaced. */
function wrap<T extends object>(target: T, methods: Record<string, (...args: never[]) => unknown>): T {
  return new Proxy(target, {
    get(object, property) {
      const replaced = methods[property as string];
      if (replaced) return replaced;
      const value: unknown = Reflect.get(object, property, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}
