import { AsyncLocalStorage } from "node:async_hooks";
import type { Bindings } from "../../src/env.ts";
import worker from "../../src/worker.ts";
import { depthsOf, fetchInput, Recorder, recordBindings, wrap } from "../../testkit/recorded-bindings.ts";
import { Floor } from "./floor.ts";
import {
  type FloorPlan,
  MODE_HEADER,
  type Recording,
  ROUTE_HEADER,
  toPlannedInput,
  VALUES_HEADER,
} from "./floor-plan.ts";

export { DeliveryJournal, EditCounter, EventMonitor, RateWindow, Scheduler } from "../../src/worker.ts";

/** Follows one request through everything that it starts. */
const FLOW = new AsyncLocalStorage<Recorder>();
const RECORDED = new WeakMap<Bindings, Bindings>();

const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) =>
  FLOW.getStore()?.record(fetchInput(input, init), () => realFetch(input, init)) ?? realFetch(input, init);

const floor = new Floor(false);
const groupedFloor = new Floor(true);

/**
 * The floor: a Worker that makes the calls which the service was recorded to make for a request, and nothing else. What is
 * behind its queues and in its objects is the service's own, and the service itself answers requests without a mode.
 */
export default {
  async fetch(request, env, context) {
    switch (request.headers.get(MODE_HEADER)) {
      case "plan":
        setPlan(await request.json<FloorPlan>());
        return new Response(null, { status: 204 });
      case "floor":
        return floor.answer(env, context, routeOf(request), valuesOf(request));
      case "grouped floor":
        return groupedFloor.answer(env, context, routeOf(request), valuesOf(request));
      case "record floor":
        return recorded(env, context, (recordedEnv, later) =>
          floor.answer(recordedEnv, later, routeOf(request), valuesOf(request)),
        );
      case "record":
        return recorded(env, context, async (recordedEnv, later) => worker.fetch(request, recordedEnv, later));
      default:
        return worker.fetch(request, env, context);
    }
  },
  queue: (batch, env, context) => worker.queue(batch, env, context),
  scheduled: (controller, env) => worker.scheduled(controller, env),
} satisfies ExportedHandler<Bindings>;

function setPlan(plan: FloorPlan): void {
  floor.setPlan(plan);
  groupedFloor.setPlan(plan);
}

function routeOf(request: Request): string {
  return request.headers.get(ROUTE_HEADER) ?? "";
}

function valuesOf(request: Request): string[] {
  return JSON.parse(request.headers.get(VALUES_HEADER) ?? "[]");
}

/** Runs a request, with the work after its response. @returns the response, and the calls before it and after it */
async function recorded(
  env: Bindings,
  context: ExecutionContext,
  run: (env: Bindings, context: ExecutionContext) => Promise<Response>,
): Promise<Response> {
  const recordedEnv = RECORDED.get(env) ?? recordBindings(env, () => FLOW.getStore());
  RECORDED.set(env, recordedEnv);
  const recorder = new Recorder();
  const deferred: Promise<unknown>[] = [];
  const startedAt = Date.now();
  const later = wrap(context, { waitUntil: (work: Promise<unknown>) => void deferred.push(work) });
  const response = await FLOW.run(recorder, () => run(recordedEnv, later));
  const before = recorder.calls.filter(({ ended }) => Number.isFinite(ended));
  // Deferred work may defer more.
  for (let done = 0; done < deferred.length; done++) await deferred[done];
  const depths = depthsOf(recorder.calls);
  const recording: Recording = {
    startedAt,
    response: {
      status: response.status,
      body: await response.text(),
      type: response.headers.get("content-type") ?? "",
    },
    calls: await Promise.all(
      recorder.calls.map(async (call) => ({
        detail: call.detail,
        rowsRead: call.rowsRead,
        rowsWritten: call.rowsWritten,
        depth: depths.get(call) ?? 0,
        isBefore: before.includes(call),
        input: toPlannedInput(call.input),
      })),
    ),
  };
  return Response.json(recording);
}
