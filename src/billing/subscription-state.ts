import * as z from "zod";
import type { PaidTier, PaymentEvent, Payments } from "../adapters/payments.ts";

/** Statuses of a subscription that is paid. `past_due` is one of them while the provider retries the payment. */
export const PAID_STATUSES = ["active", "trialing", "past_due"];
/** The status of a tier that an operator granted without a payment: the provider does not know of it. */
export const GRANTED_STATUS = "granted";
/** Statuses that grant the tier. */
export const GRANTING_STATUSES = [...PAID_STATUSES, GRANTED_STATUS];
/** Statuses that grant nothing until the user pays the open amount, or resumes the subscription. */
export const RESUMABLE_STATUSES = ["unpaid", "paused"];
/** Statuses that a subscription never leaves. */
export const FINAL_STATUSES = ["canceled", "incomplete_expired"];

/** The ID that an operator's grant to a user has among subscriptions. */
export function grantedId(userId: string): string {
  return `granted:${userId}`;
}

/** The tier that an operator has granted, whether or not a paid subscription is in its place. Null without a grant. */
export function grantIn(
  owned: readonly { userId: string; providerSubscriptionId: string; status: string; tier: PaidTier }[],
): PaidTier | null {
  const isGrant = (row: (typeof owned)[number]) =>
    row.providerSubscriptionId === grantedId(row.userId) && row.status === GRANTED_STATUS;
  return owned.find(isGrant)?.tier ?? null;
}

/** The subscriptions that the payment provider knows: an operator's grant is none of them. */
export function ofProvider<Row extends { userId: string | null; providerSubscriptionId: string }>(
  owned: readonly Row[],
): Row[] {
  return owned.filter(
    ({ userId, providerSubscriptionId }) => userId === null || providerSubscriptionId !== grantedId(userId),
  );
}

/** The state of a subscription in one webhook event. */
export interface SubscriptionUpdate {
  subscriptionId: string;
  customerId: string;
  /** Null when the event does not contain it: the stored one stays. */
  userId: string | null;
  tier: PaidTier | null;
  status: string;
  /** Epoch milliseconds, or null. */
  currentPeriodEnd: number | null;
  /** Time at which the provider created the event, epoch milliseconds. */
  occurredAt: number;
}

const id = z.union([z.string(), z.object({ id: z.string() }).transform((object) => object.id)]);

const Subscription = z.object({
  id: z.string(),
  customer: id,
  status: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  current_period_end: z.number().nullish(),
  pause_collection: z.unknown().nullish(),
  items: z.object({
    data: z.array(z.object({ price: z.object({ id: z.string() }), current_period_end: z.number().nullish() })).min(1),
  }),
});

const CheckoutSession = z.object({
  subscription: id,
  customer: id,
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_status: z.string().nullish(),
});

const SUBSCRIPTION_EVENTS = /^customer\.subscription\.(created|updated|deleted|paused|resumed)$/;

/** Returns the subscription in a webhook event, or null if the event has none. */
export function readSubscriptionUpdate(
  event: PaymentEvent,
  tierOfPrice: Payments["tierOfPrice"],
): SubscriptionUpdate | null {
  if (event.type === "checkout.session.completed") return readCheckout(event);
  if (SUBSCRIPTION_EVENTS.test(event.type)) return readSubscription(event, tierOfPrice);
  return null;
}

function readCheckout(event: PaymentEvent): SubscriptionUpdate | null {
  const session = CheckoutSession.safeParse(event.object);
  if (!session.success) return null;
  const { subscription, customer, client_reference_id: reference, metadata, payment_status: paid } = session.data;
  const tier = metadata?.tier;
  const active = paid !== "unpaid";
  return {
    subscriptionId: subscription,
    customerId: customer,
    userId: metadata?.user_id ?? reference ?? null,
    tier: tier === "pro" || tier === "business" ? tier : null,
    status: active ? "active" : "incomplete",
    currentPeriodEnd: null,
    // Older than every event of the subscription itself, which has more of its state, in whatever order they arrive.
    occurredAt: 0,
  };
}

function readSubscription(event: PaymentEvent, tierOfPrice: Payments["tierOfPrice"]): SubscriptionUpdate | null {
  const parsed = Subscription.safeParse(event.object);
  if (!parsed.success) return null;
  const subscription = parsed.data;
  const [item] = subscription.items.data;
  const final = event.type === "customer.subscription.deleted";
  const paused = event.type === "customer.subscription.paused" || subscription.pause_collection != null;
  const status = final ? "canceled" : paused ? "paused" : subscription.status;
  const periodEnd = item?.current_period_end ?? subscription.current_period_end;
  return {
    subscriptionId: subscription.id,
    customerId: subscription.customer,
    userId: subscription.metadata?.user_id ?? null,
    tier: item === undefined ? null : tierOfPrice(item.price.id),
    status,
    currentPeriodEnd: periodEnd == null ? null : periodEnd * 1000,
    occurredAt: event.created * 1000,
  };
}
