import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import worker from "../../src/worker.ts";
import { fetchInput, longestChain, Recorder, recordBindings } from "../../testkit/recorded-bindings.ts";
import type { RecordedCall } from "../../testkit/recorded-call.ts";
import { warmIsolate } from "./isolate.ts";
import { UNARMED_SCHEDULER } from "./race.ts";

/** Cost of a request until its response. */
export interface Cost {
  response: Response;
  /** Length of the longest chain of calls that each waited for the previous one. */
  roundTrips: number;
  calls: RecordedCall[];
  d1Calls: number;
  rowsRead: number;
  rowsWritten: number;
}

/** An environment that records the calls of a request before its response; see `recordBindings`. */
export function recordingEnv(recorder = new Recorder(), overrides: EnvChanges = {}) {
  const bound: Cloudflare.Bindings = { ...env, ...UNARMED_SCHEDULER, ...overrides };
  const { DB, DB_1, KV, RATE_WINDOW, EDIT_COUNTER, ...recorded } = recordBindings(bound, () => recorder);
  const queues = {
    ACCESS_QUEUE: recorded.ACCESS_QUEUE,
    SCORES_QUEUE: recorded.SCORES_QUEUE,
    NOTIFIER_QUEUE: recorded.NOTIFIER_QUEUE,
    BROADCASTS_QUEUE: recorded.BROADCASTS_QUEUE,
    WEBHOOKS_QUEUE: recorded.WEBHOOKS_QUEUE,
  };
  const shard = DB_1 === undefined ? {} : { DB_1 };
  const wrapped: Cloudflare.Bindings = { ...bound, DB, ...shard, KV, RATE_WINDOW, EDIT_COUNTER, ...queues };
  return { env: wrapped, recorder };
}

/** Returns a recording environment of an isolate that has served a request. */
export function warmRecording() {
  const recording = recordingEnv();
  warmIsolate(recording.env);
  return recording;
}

/** Follows one request through everything that it awaits. */
const FLOW = new AsyncLocalStorage<ExecutionContext>();

/** Sends one request through the Worker. @returns its cost until the response */
export async function costOf(request: Request, recording = recordingEnv()): Promise<Cost> {
  const context = createExecutionContext();
  const before = recording.recorder.calls.length;
  const realFetch = globalThis.fetch;
  // Queue consumers share the isolate and its fetch: only calls of this request's own async flow count.
  globalThis.fetch = (input, init) => {
    if (FLOW.getStore() !== context) return realFetch(input, init);
    return recording.recorder.record(fetchInput(input, init), () => realFetch(input, init));
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
