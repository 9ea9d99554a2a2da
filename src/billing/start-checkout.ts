import type { PaidTier, Payments } from "../adapters/payments.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../kernel/errors.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { planUrl } from "../platform/tiers/limits.ts";
import { listSubscriptions } from "./queries.ts";
import { ofProvider, RESUMABLE_STATUSES } from "./subscription-state.ts";

/**
 * Starts the checkout of a tier. A subscriber gets the portal's page that changes the subscription, because a second
 * one would be paid in addition. A subscriber who first has to pay gets the portal itself.
 * @returns the URL of the provider's page
 * @throws AppError 409 `already_subscribed` for the caller's own tier, which would be paid twice; 503
 * `billing_unavailable`
 */
export async function startCheckout(ctx: RequestContext, caller: Caller, tier: PaidTier): Promise<string> {
  const payments = requirePayments(ctx);
  const { user, owned } = await authorizeUser(ctx, caller, {
    owned: listSubscriptions(ctx.accountsDb, caller.userId),
  });
  if (owned.some(({ granting, tier: granted }) => granting && granted === tier))
    throw new AppError("already_subscribed");
  const returnUrl = planUrl(ctx.config.PUBLIC_URL);
  const subscriptions = ofProvider(owned);
  const granting = subscriptions.find((subscription) => subscription.granting);
  if (granting !== undefined) {
    const { providerCustomerId: customerId, providerSubscriptionId: subscriptionId } = granting;
    return callProvider(() => payments.openTierChange({ customerId, subscriptionId, tier, returnUrl }));
  }
  const resumable = subscriptions.find(({ status }) => RESUMABLE_STATUSES.includes(status));
  if (resumable !== undefined) return callProvider(() => payments.openPortal(resumable.providerCustomerId, returnUrl));
  const customerId = subscriptions[0]?.providerCustomerId ?? null;
  const order = { userId: user.id, email: user.email ?? "", tier, customerId, returnUrl };
  return callProvider(() => payments.startCheckout(order));
}

/**
 * Opens the provider's portal, on which a subscriber changes or cancels the subscription.
 * @returns the URL of the provider's page
 * @throws AppError 409 `no_subscription`, 503 `billing_unavailable`
 */
export async function openPortal(ctx: RequestContext, caller: Caller): Promise<string> {
  const payments = requirePayments(ctx);
  const { owned } = await authorizeUser(ctx, caller, { owned: listSubscriptions(ctx.accountsDb, caller.userId) });
  const [newest] = ofProvider(owned);
  if (newest === undefined) throw new AppError("no_subscription");
  const returnUrl = planUrl(ctx.config.PUBLIC_URL);
  return callProvider(() => payments.openPortal(newest.providerCustomerId, returnUrl));
}

/** Calls the provider. @throws AppError 503 `billing_unavailable` for every failure of the call */
async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch {
    throw new AppError("billing_unavailable", {}, "The payment provider isn't responding. Try again soon.");
  }
}

/** The payment provider. @throws AppError 503 `billing_unavailable` when none is configured */
export function requirePayments(ctx: Pick<RequestContext, "payments">): Payments {
  if (ctx.payments !== null) return ctx.payments;
  throw new AppError("billing_unavailable");
}
