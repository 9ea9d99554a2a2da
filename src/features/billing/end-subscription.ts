import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";

/**
 * Consumer of `subscription.end`: cancels the subscription of a deleted account. Idempotent.
 * @throws PaymentsUnavailable when the provider does not answer: the message is retried
 */
export async function endSubscription(
  ctx: RequestContext,
  message: Extract<BusMessage, { type: "subscription.end" }>,
): Promise<void> {
  await ctx.payments?.cancelSubscription(message.body.subscription_id);
}
