import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import { busMessage } from "../outbox/enqueue.ts";

/** What is owed when an account changes in a way that its copies must know. Nothing where there are no copies. */
export function accountChanged(ctx: RequestContext, userId: string): BusMessage[] {
  return ctx.shards.count === 1 ? [] : [busMessage(ctx, "account.changed", { user_id: userId })];
}
