import Stripe from "stripe";

/** A call to the provider that takes longer is given up; the person can press the button again. */
const TIMEOUT_MS = 10_000;
/** The provider's default, and how far its clock may be from ours in either direction. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

export interface PaymentsConfig {
  secretKey: string;
  webhookSecret: string;
  /** Price ids of the provider by tier. */
  prices: Record<PaidTier, string>;
  apiBase?: string | undefined;
}

export type PaidTier = "pro" | "business";

/** A report of the provider whose signature was right. Times in epoch seconds, as the provider has them. */
export interface PaymentEvent {
  id: string;
  type: string;
  created: number;
  object: Record<string, unknown>;
}

export interface Payments {
  /** Starts a checkout. @returns the provider's page. @throws PaymentsUnavailable */
  startCheckout(order: {
    userId: string;
    email: string;
    tier: PaidTier;
    customerId: string | null;
    returnUrl: string;
  }): Promise<string>;
  /** Opens the provider's page on which a customer manages the subscription. @throws PaymentsUnavailable */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Ends a subscription at once; one that is ended already stays so. @throws PaymentsUnavailable */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** The report in a webhook's raw body, or null when its signature or its age is wrong. @param now epoch milliseconds */
  verifyEvent(rawBody: string, signature: string, now: number): Promise<PaymentEvent | null>;
  /** The tier that a price stands for. */
  tierOfPrice(priceId: string): PaidTier | null;
}

/** The provider did not answer, or refused. What it said may quote a person and stays inside. */
export class PaymentsUnavailable extends Error {
  override readonly name = "PaymentsUnavailable";
}

/** Payments over Stripe's API. */
export function createPayments(config: PaymentsConfig): Payments {
  const stripe = new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(config.apiBase ? hostOf(config.apiBase) : {}),
  });
  const crypto = Stripe.createSubtleCryptoProvider();
  return {
    startCheckout: ({ userId, email, tier, customerId, returnUrl }) =>
      callStripe(async () => {
        const session = await stripe.checkout.sessions.create({
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
        const session = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
        return requireUrl(session.url);
      }),
    cancelSubscription: (subscriptionId) =>
      callStripe(async () => {
        try {
          await stripe.subscriptions.cancel(subscriptionId);
        } catch (error) {
          // It is not there any more: ended before.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)) throw error;
        }
      }),
    async verifyEvent(rawBody, signature, now) {
      // The library refuses old signatures and takes those of the future.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (!(Math.abs(now / 1000 - signedAt) <= SIGNATURE_TOLERANCE_SECONDS)) return null;
      try {
        const event = await stripe.webhooks.constructEventAsync(
          rawBody,
          signature,
          config.webhookSecret,
          SIGNATURE_TOLERANCE_SECONDS,
          crypto,
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
    const code = error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : "unknown";
    console.error(JSON.stringify({ msg: "payments_failed", code }));
    throw new PaymentsUnavailable("the payment provider did not answer as it should");
  }
}

function requireUrl(url: string | null): string {
  if (url === null) throw new PaymentsUnavailable("the payment provider gave no page");
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
