import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { accountNotices } from "../identity/notices/account-notices.ts";
import { listSubscriptions } from "./queries.ts";
import { PAID_STATUSES } from "./subscription-state.ts";

type EndMessage = Extract<BusMessage, { type: "subscription.end" }>;

/**
 * Consumer of `subscription.end`: cancels the subscription of a deleted account, or a user's subscription that does not
 * grant the tier. Idempotent.
 * @throws PaymentsUnavailable if the provider does not respond: the message is retried
 */
export async function endSubscription(ctx: RequestContext, { body }: EndMessage): Promise<void> {
  const { subscription_id: id, beside_user_id: userId } = body;
  if (userId === undefined) return ctx.payments?.cancelSubscription(id);
  await endSecond(ctx, id, userId);
}

/**
 * Cancels a second subscription and notifies its payer, unless it has become the only one. The first may have ended at
 * the provider before we know it.
 */
async function endSecond(ctx: RequestContext, id: string, userId: string): Promise<void> {
  const { payments, accountsDb } = ctx;
  if (payments === null) return;
  const first = (await listSubscriptions(accountsDb, userId)).find(({ granting }) => granting);
  if (first === undefined || first.providerSubscriptionId === id) return;
  const status = await payments.statusOf(first.providerSubscriptionId);
  if (status === null || !PAID_STATUSES.includes(status)) return;
  await payments.cancelSubscription(id, "with credit for what was paid");
  const notices = accountNotices(ctx, "subscription_cancelled", [userId]);
  // One email per subscription, even if several of its events arrive.
  await ctx.bus.publish(notices.map((notice) => ({ ...notice, id: `second-subscription:${id}` })));
}
