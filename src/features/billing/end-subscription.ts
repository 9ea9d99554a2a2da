import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";

/**
 * Ends the subscription of an account that is gone, so that nobody pays for nothing. Ending one that is ended is no
 * failure of the provider's. @throws when the provider does not answer: the message is to come again
 */
export async function endSubscription(
  ctx: RequestContext,
  message: Extract<BusMessage, { type: "subscription.end" }>,
): Promise<void> {
  await ctx.payments?.cancelSubscription(message.body.subscription_id);
}
