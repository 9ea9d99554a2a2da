import type { RequestContext } from "../context.ts";
import type { MessageRow } from "./queries.ts";

/** Sets the Scheduler's alarm for the moment when a message is due. Should that fail, the message is up to 30 s late. */
export function wakeSchedulerFor(ctx: RequestContext, { status, sendAt }: Pick<MessageRow, "status" | "sendAt">): void {
  if (status === "scheduled" && sendAt !== null) ctx.defer(() => ctx.wakeScheduler(sendAt, ctx.shard));
}
