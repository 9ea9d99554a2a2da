import { app } from "./app.ts";
import type { Bindings } from "./env.ts";
import { armScheduler, armSchedulers } from "./platform/scheduler/arm.ts";
import { consumeBatch } from "./queue.ts";
import { isConfigured } from "./services.ts";

export { DeliveryJournal } from "./messaging/broadcasts/delivery-journal.ts";
export { EventMonitor } from "./platform/activities/event-monitor.ts";
export { RateWindow } from "./platform/rate-limits/rate-window.ts";
export { EditCounter } from "./rsvp/edit-counter.ts";
export { Scheduler } from "./scheduled-tasks.ts";

/** Environments whose first Scheduler this isolate has armed: a new deployment runs without waiting for its cron. */
const ARMED = new WeakSet<Bindings>();

export default {
  fetch(request, env, context) {
    if (!ARMED.has(env) && isConfigured(env)) {
      ARMED.add(env);
      context.waitUntil(armScheduler(env).catch(() => ARMED.delete(env)));
    }
    return app.fetch(request, env, context);
  },
  queue: consumeBatch,
  async scheduled(_controller, env) {
    await armSchedulers(env);
  },
} satisfies ExportedHandler<Bindings>;
