import type { RequestContext } from "../../context.ts";
import type { Bindings } from "../../env.ts";
import { numberedBindings } from "../../kernel/numbered-bindings.ts";

/** Each shard has its own Scheduler: `scheduler`, `scheduler-1`, `scheduler-2`, … */
const NAME = "scheduler";

/**
 * Sets the alarm of a shard's Scheduler. Idempotent: an earlier alarm is unchanged.
 * @param at when the Scheduler has to run (epoch milliseconds); it runs immediately if that is past
 */
export async function armScheduler(env: Pick<Bindings, "SCHEDULER">, at = 0, shard = 0): Promise<void> {
  const name = shard === 0 ? NAME : `${NAME}-${shard}`;
  await env.SCHEDULER.get(env.SCHEDULER.idFromName(name)).arm(at, shard);
}

/** Sets the alarms of all shards' Schedulers. */
export async function armSchedulers(env: Bindings): Promise<void> {
  await Promise.all((numberedBindings(env) ?? [env.DB]).map((_, shard) => armScheduler(env, 0, shard)));
}

/**
 * Sets the Scheduler's alarm for the moment when a message is due. Should that fail, the message is up to 30 s late.
 */
export function wakeSchedulerFor(
  ctx: RequestContext,
  { status, sendAt }: { status: string; sendAt: number | null },
): void {
  if (status === "scheduled" && sendAt !== null) ctx.defer(() => ctx.wakeScheduler(sendAt, ctx.shard));
}
