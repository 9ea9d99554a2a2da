import type { RequestContext } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import { insertOutboxRows } from "../platform/outbox/queries.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { endGrant, grantBestSubscription, upsertGrant } from "./queries.ts";

/**
 * The statements of one batch that grant a tier without a payment, or withdraw the grant with `free`. A paid subscription
 * stays as it is. The outbox brings the change to the account's replicas.
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
