import type { Bindings } from "../../src/env.ts";
import worker from "../../src/worker.ts";

export { DeliveryJournal, EditCounter, EventMonitor, RateWindow, Scheduler } from "../../src/worker.ts";

/** The Worker, to which every queue message is delivered twice. */
export default {
  fetch: (request, env, context) => worker.fetch(request, env, context),
  async queue(batch, env, context) {
    await Promise.all([worker.queue(batch, env, context), worker.queue(batch, env, context)]);
  },
  scheduled: (controller, env) => worker.scheduled(controller, env),
} satisfies ExportedHandler<Bindings>;
