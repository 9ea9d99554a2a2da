import type { RequestContext } from "../../context.ts";

/** Sets the Scheduler's alarm for the moment when a message is due. Should that fail, the message is up to 30 s late. */
export function wakeSchedulerFor(
  ctx: RequestContext,
  { status, sendAt }: { status: string; sendAt: number | null },
): void {
  if (status === "scheduled" && sendAt !== null) ctx.defer(() => ctx.wakeScheduler(sendAt, ctx.shard));
}
