import { and, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { subscriptions } from "../../db/schema/billing.ts";
import { events } from "../../db/schema/events.ts";

/** The paid tier of a user: no row means free. At most one subscription grants, which the schema holds. */
export function findGrantedTier(db: Database, userId: string) {
  return db
    .select({ tier: subscriptions.tier })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.granting, true)))
    .limit(1);
}

/** The paid tier of an event's host, who pays for everything on it. */
export function findTierOfEvent(db: Database, eventId: string) {
  return db
    .select({ tier: subscriptions.tier })
    .from(events)
    .innerJoin(subscriptions, and(eq(subscriptions.userId, events.hostId), eq(subscriptions.granting, true)))
    .where(eq(events.id, eventId))
    .limit(1);
}
