import { eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { AccountsDatabase, Statement } from "../db/client.ts";
import { subscriptions } from "../db/schema/billing.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import { insertOutboxRows } from "../platform/outbox/queries.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { grantBestSubscription, type SubscriptionRow } from "./queries.ts";
import { GRANTED_STATUS, grantedId } from "./subscription-state.ts";

/**
 * Returns the statements of one batch that grant a tier without a payment, or withdraw the grant with `free`. A paid
 * subscription is unchanged. The outbox updates the account's replicas.
 */
export function grantTier(
  { accountsDb: db, clock }: Pick<RequestContext, "accountsDb" | "clock">,
  userId: string,
  tier: Tier,
): Statement[] {
  const now = clock.now();
  return [
    tier === "free" ? endGrant(db, userId, now) : upsertGrant(db, userId, tier, now),
    grantBestSubscription(db, userId),
    insertOutboxRows(db, [busMessage({ clock }, "account.changed", { user_id: userId })], now),
  ];
}

/**
 * Stores an operator's grant of a tier: a subscription without a payment. `grantBestSubscription` follows in the same
 * batch.
 */
function upsertGrant(db: AccountsDatabase, userId: string, tier: SubscriptionRow["tier"], now: number) {
  const state = { tier, status: GRANTED_STATUS, updatedAt: now };
  const unpaid = { granting: false, providerCustomerId: "", providerUpdatedAt: now, createdAt: now };
  return db
    .insert(subscriptions)
    .values({ providerSubscriptionId: grantedId(userId), userId, ...state, ...unpaid })
    .onConflictDoUpdate({ target: subscriptions.providerSubscriptionId, set: state });
}

/** Withdraws an operator's grant. The row stays: replicas of the account go by the time of its latest change. */
function endGrant(db: AccountsDatabase, userId: string, now: number) {
  return db
    .update(subscriptions)
    .set({ status: "canceled", granting: false, updatedAt: now })
    .where(eq(subscriptions.providerSubscriptionId, grantedId(userId)));
}
