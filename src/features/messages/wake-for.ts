import type { RequestContext } from "../../request-context.ts";
import type { MessageRow } from "./queries.ts";

/** Has the Scheduler look when the message is due, and not up to half a minute later. Where that fails, it is that late. */
export function wakeFor(ctx: RequestContext, { status, sendAt }: Pick<MessageRow, "status" | "sendAt">): void {
  if (status === "scheduled" && sendAt !== null) ctx.defer(() => ctx.wakeScheduler(sendAt, ctx.shard));
}
