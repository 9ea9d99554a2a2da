import type { Bindings } from "../../env.ts";
import { numberedBindings } from "../../kernel/numbered-bindings.ts";

/** Each database has a Scheduler of its own: `scheduler`, `scheduler-1`, `scheduler-2`, … */
const NAME = "scheduler";

/**
 * Arms the Scheduler of a database. Harmless however often it is called: an alarm that is set for sooner stays.
 * @param at when it is to look for what is due, in epoch milliseconds; at once when that is past or left out
 */
export async function armScheduler(env: Pick<Bindings, "SCHEDULER">, at = 0, database = 0): Promise<void> {
  const name = database === 0 ? NAME : `${NAME}-${database}`;
  await env.SCHEDULER.get(env.SCHEDULER.idFromName(name)).arm(at, database);
}

/** Arms the Schedulers of all databases. */
export async function armSchedulers(env: Bindings): Promise<void> {
  await Promise.all((numberedBindings(env) ?? [env.DB]).map((_, database) => armScheduler(env, 0, database)));
}
