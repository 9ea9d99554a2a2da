import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env.ts";
import { buildServices } from "../../services.ts";
import { publishFlags } from "../flags/publish-flags.ts";
import { forgetOldKeys } from "../idempotency/forget-old-keys.ts";
import { sweepOutbox } from "../outbox/sweep.ts";

/** How often the service looks for what is due, at the latest. */
const POLL_MS = 30_000;
/** There is one Scheduler; this is its name. */
const NAME = "scheduler";

/**
 * The service's only clockwork. Its alarm re-arms before it works, and lets no failure out: the platform gives up on
 * an alarm that throws six times.
 */
export class Scheduler extends DurableObject<Bindings> {
  /** Makes sure that an alarm is set. Harmless however often it is called. */
  async arm(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + POLL_MS);
    const services = buildServices(this.env, (work) => this.ctx.waitUntil(work()));
    for (const task of [publishFlags, sweepOutbox, forgetOldKeys]) {
      try {
        await task(services);
      } catch (error) {
        const name = error instanceof Error ? error.name : "unknown";
        console.error(JSON.stringify({ msg: "scheduler_failed", task: task.name, error: name }));
      }
    }
  }
}

/** Arms the Scheduler of an environment. */
export function armScheduler(env: Bindings): Promise<void> {
  return env.SCHEDULER.get(env.SCHEDULER.idFromName(NAME)).arm();
}
