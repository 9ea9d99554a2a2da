import type { subscriptions } from "../db/schema/billing.ts";
import { log } from "../kernel/log.ts";
import { StripeClient, StripeError, StripeInvalidRequestError, stripeCrypto, stripeWebhooks } from "./stripe-client.ts";

/** Time-out of a call to the provider. The client can send the request again. */
const TIMEOUT_MS = 10_000;
/** Stripe's default. Also the clock skew that is accepted in either direction. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

export interface PaymentsConfig {
  secretKey: string;
  webhookSecret: string;
  /** The provider's price IDs by tier. */
  prices: Record<PaidTier, string>;
  apiBase?: string | undefined;
}

export type PaidTier = typeof subscriptions.$inferSelect.tier;

/** A webhook event with a valid signature. `created` in epoch seconds, as the provider sends it. */
export interface PaymentEvent {
  id: string;
  type: string;
  created: number;
  object: Record<string, unknown>;
}

export interface Payments {
  /** Creates a checkout session. @returns the URL of its page @throws PaymentsUnavailable */
  startCheckout(order: {
    userId: string;
    email: string;
    tier: PaidTier;
    customerId: string | null;
    returnUrl: string;
  }): Promise<string>;
  /** Creates a billing portal session. @returns the URL of its page @throws PaymentsUnavailable */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * Creates a billing portal session on which a subscriber confirms another tier. The subscription is changed, with the
   * difference in price for the rest of the period.
   * @returns the URL of its page
   * @throws PaymentsUnavailable
   */
  openTierChange(change: {
    customerId: string;
    subscriptionId: string;
    tier: PaidTier;
    returnUrl: string;
  }): Promise<string>;
  /** A subscription's status, null for one that the provider does not have. @throws PaymentsUnavailable */
  statusOf(subscriptionId: string): Promise<string | null>;
  /**
   * Cancels a subscription immediately. Idempotent. @param credit whether what was paid for the rest of the period is
   * credited to the customer @throws PaymentsUnavailable
   */
  cancelSubscription(subscriptionId: string, credit?: "with credit for what was paid"): Promise<void>;
  /**
   * The event in a webhook's raw body, or null when its signature or timestamp is invalid.
   * @param now epoch milliseconds
   */
  verifyEvent(rawBody: string, signature: string, now: number): Promise<PaymentEvent | null>;
  tierOfPrice(priceId: string): PaidTier | null;
}

/** The provider did not respond, or returned an error. Its message may quote personal data and is not passed on. */
export class PaymentsUnavailable extends Error {
  override readonly name = "PaymentsUnavailable";
}

/** Payments over Stripe's API. */
export function createPayments(config: PaymentsConfig): Payments {
  const stripe = new StripeClient({
    secretKey: config.secretKey,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    ...hostOf(config.apiBase ?? "https://api.stripe.com"),
  });
  return {
    startCheckout: ({ userId, email, tier, customerId, returnUrl }) =>
      callStripe(async () => {
        const session = await stripe.checkoutSessions.create({
          mode: "subscription",
          line_items: [{ price: config.prices[tier], quantity: 1 }],
          client_reference_id: userId,
          metadata: { user_id: userId, tier },
          subscription_data: { metadata: { user_id: userId } },
          ...(customerId ? { customer: customerId } : { customer_email: email }),
          success_url: `${returnUrl}?checkout=done`,
          cancel_url: `${returnUrl}?checkout=cancelled`,
        });
        return requireUrl(session.url);
      }),
    openPortal: (customerId, returnUrl) =>
      callStripe(async () => {
        const session = await stripe.portalSessions.create({ customer: customerId, return_url: returnUrl });
        return requireUrl(session.url);
      }),
    openTierChange: ({ customerId, subscriptionId, tier, returnUrl }) =>
      callStripe(async () => {
        const { items } = await stripe.subscriptions.retrieve(subscriptionId);
        const [item] = items.data;
        if (item === undefined) throw new PaymentsUnavailable("the subscription has no item");
        const session = await stripe.portalSessions.create({
          customer: customerId,
          return_url: returnUrl,
          flow_data: {
            type: "subscription_update_confirm",
            subscription_update_confirm: {
              subscription: subscriptionId,
              items: [{ id: item.id, price: config.prices[tier], quantity: 1 }],
            },
            after_completion: { type: "redirect", redirect: { return_url: `${returnUrl}?tier=changed` } },
          },
        });
        return requireUrl(session.url);
      }),
    statusOf: (subscriptionId) =>
      callStripe(() => unlessMissing(async () => (await stripe.subscriptions.retrieve(subscriptionId)).status)),
    cancelSubscription: (subscriptionId, credit) =>
      callStripe(async () => {
        const options = credit === undefined ? {} : { prorate: true, invoice_now: true };
        // Missing: it was cancelled before.
        await unlessMissing(() => stripe.subscriptions.cancel(subscriptionId, options));
      }),
    async verifyEvent(rawBody, signature, now) {
      // The library checks the lower bound only and accepts timestamps in the future.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (!(Math.abs(now / 1000 - signedAt) <= SIGNATURE_TOLERANCE_SECONDS)) return null;
      try {
        const event = await stripeWebhooks.constructEventAsync(
          rawBody,
          signature,
          config.webhookSecret,
          SIGNATURE_TOLERANCE_SECONDS,
          stripeCrypto,
          now,
        );
        const object = { ...event.data.object };
        return { id: event.id, type: event.type, created: event.created, object };
      } catch {
        return null;
      }
    },
    tierOfPrice(priceId) {
      const tiers = Object.keys(config.prices) as PaidTier[];
      return tiers.find((tier) => config.prices[tier] === priceId) ?? null;
    },
  };
}

async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const provider_code = error instanceof StripeError ? (error.code ?? error.type) : "unknown";
    log("error", "payments_failed", { provider_code }, error);
    throw new PaymentsUnavailable("the payment provider failed");
  }
}

/** Null for what the provider does not have. */
async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof StripeInvalidRequestError && error.statusCode === 404) return null;
    throw error;
  }
}

function requireUrl(url: string | null): string {
  if (url === null) throw new PaymentsUnavailable("the payment provider returned no URL");
  return url;
}

function hostOf(base: string): { host: string; port: number; protocol: "http" | "https" } {
  const { hostname, port, protocol } = new URL(base);
  const secure = protocol === "https:";
  return {
    host: hostname,
    port: port === "" ? (secure ? 443 : 80) : Number(port),
    protocol: secure ? "https" : "http",
  };
}
