import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { subscriptions } from "../../db/schema/billing.ts";
import type { SubscriptionRow } from "./queries.ts";

/**
 * Writes a copy of the subscription that gives a user the tier, or takes the tier from the copies where there is none.
 * @param guard whether what the copy is made of is the newest that is known
 */
export function replicateGrant(db: Database, userId: string, granting: SubscriptionRow | null, guard: SQL) {
  const none = db
    .update(subscriptions)
    .set({ granting: false })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.granting, true), guard));
  if (granting === null) return [none];
  const { providerSubscriptionId, ...news } = granting;
  const grant = insertWhere(db, subscriptions, granting, guard).onConflictDoUpdate({
    target: subscriptions.providerSubscriptionId,
    set: news,
  });
  return [none, grant];
}
