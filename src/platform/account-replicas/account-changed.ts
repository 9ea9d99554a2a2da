import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Services } from "../../services.ts";
import { busMessage } from "../outbox/enqueue.ts";

/** What is owed when an account changes in a way that its copies must know. Nothing where there are no copies. */
export function accountChanged(services: Services, userId: string): BusMessage[] {
  return services.shards.count === 1 ? [] : [busMessage(services, "account.changed", { user_id: userId })];
}
