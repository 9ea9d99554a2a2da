import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { busMessage } from "../outbox/enqueue.ts";

/** The messages to enqueue with a change of an account that its replicas need. None with a single shard. */
export function accountChanged(ctx: RequestContext, userId: string): BusMessage[] {
  return ctx.shards.count === 1 ? [] : [busMessage(ctx, "account.changed", { user_id: userId })];
}
