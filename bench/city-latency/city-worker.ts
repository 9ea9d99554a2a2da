import { AsyncLocalStorage } from "node:async_hooks";
import type { Bindings } from "../../src/env.ts";
import worker from "../../src/worker.ts";
import { fetchInput, type Recorder } from "../../testkit/recorded-bindings.ts";
import { delayedBindings, delayingRecorder, tripsBefore } from "./delayed-bindings.ts";
import { journeyOf, withRoundTrips } from "./journey.ts";

export { DeliveryJournal, EditCounter, EventMonitor, RateWindow, Scheduler } from "../../src/worker.ts";

/** Follows one request through everything that it starts. */
const FLOW = new AsyncLocalStorage<Recorder>();
const current = () => FLOW.getStore();

const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) =>
  current()?.record(fetchInput(input, init), () => realFetch(input, init)) ?? realFetch(input, init);

/** The Worker, in a city or next to its data: each of its calls waits for the way to where it is answered. */
export default {
  async fetch(request, env, context) {
    const journey = journeyOf(request.headers);
    if (journey === null) return worker.fetch(request, env, context);
    const recorder = delayingRecorder(journey);
    const delayedEnv = delayedBindings(env, journey, current);
    const response = await FLOW.run(recorder, () => worker.fetch(request, delayedEnv, context));
    return withRoundTrips(response, tripsBefore(recorder));
  },
  queue: (batch, env, context) => worker.queue(batch, env, context),
  scheduled: (controller, env) => worker.scheduled(controller, env),
} satisfies ExportedHandler<Bindings>;
