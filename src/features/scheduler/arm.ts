import type { Bindings } from "../../env.ts";

/** There is one Scheduler; this is its name. */
const NAME = "scheduler";

/**
 * Arms the Scheduler of an environment. Harmless however often it is called: an alarm that is set for sooner stays.
 * @param at when it is to look for what is due, in epoch milliseconds; at once when that is past or left out
 */
export async function armScheduler(env: Pick<Bindings, "SCHEDULER">, at = 0): Promise<void> {
  await env.SCHEDULER.get(env.SCHEDULER.idFromName(NAME)).arm(at);
}
