import { and, desc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { subscriptions, webhookEvents } from "../../db/schema/billing.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";
import { guestCounts } from "../../db/schema/guests.ts";
import { FINAL_STATUSES, GRANTING_STATUSES } from "./subscription-state.ts";

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

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Whether a report was applied already. */
export function findWebhookEvent(db: Database, id: string) {
  return db.select({ id: webhookEvents.id }).from(webhookEvents).where(eq(webhookEvents.id, id)).limit(1);
}

/** Notes that a report is applied. Fails on the primary key when it was. */
export function insertWebhookEvent(db: Database, id: string, receivedAt: number) {
  return db.insert(webhookEvents).values({ id, receivedAt });
}

/** A subscription as it is on file. */
export function findSubscription(db: Database, subscriptionId: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.providerSubscriptionId, subscriptionId)).limit(1);
}

/** The user whose customer this is, by any of their subscriptions. */
export function findUserOfCustomer(db: Database, customerId: string) {
  return db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.providerCustomerId, customerId))
    .limit(1);
}

/** A live user by id. */
export function findPayer(db: Database, userId: string) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .limit(1);
}

/** The subscriptions of a user, the granting one first, then the newest. */
export function listSubscriptions(db: Database, userId: string) {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.granting), desc(subscriptions.updatedAt));
}

/** Writes what a report says, unless something newer or final is on file. It grants nothing yet: see `grantBest`. */
export function upsertSubscription(db: Database, row: Omit<SubscriptionRow, "granting">) {
  return db
    .insert(subscriptions)
    .values({ ...row, granting: false })
    .onConflictDoUpdate({
      target: subscriptions.providerSubscriptionId,
      set: {
        tier: row.tier,
        status: row.status,
        currentPeriodEnd: sql`coalesce(${row.currentPeriodEnd}, ${subscriptions.currentPeriodEnd})`,
        providerUpdatedAt: row.providerUpdatedAt,
        updatedAt: row.updatedAt,
      },
      setWhere: sql`${subscriptions.providerUpdatedAt} <= ${row.providerUpdatedAt}
        and ${notInArray(subscriptions.status, FINAL_STATUSES)}`,
    });
}

/** Takes the tier from every subscription of a user; `grantBest` follows in the same batch. */
export function grantNone(db: Database, userId: string) {
  return db
    .update(subscriptions)
    .set({ granting: false })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.granting, true)));
}

/** Lets the best subscription that is paid for give its tier: at most one does, which the schema holds too. */
export function grantBest(db: Database, userId: string) {
  const best = sql`(select ${subscriptions.providerSubscriptionId} from ${subscriptions}
    where ${and(eq(subscriptions.userId, userId), inArray(subscriptions.status, GRANTING_STATUSES))}
    order by ${subscriptions.tier} = 'business' desc, ${subscriptions.updatedAt} desc limit 1)`;
  return db.update(subscriptions).set({ granting: true }).where(eq(subscriptions.providerSubscriptionId, best));
}

/** How much of a tier a user uses: events, the longest guest list, people who help. */
export function measureUsage(db: Database, userId: string) {
  const hosted = and(eq(events.hostId, userId), isNull(events.deletedAt));
  const mine = sql`(select ${events.id} from ${events} where ${hosted})`;
  return db
    .select({
      events: sql<number>`(select count(*) from ${events} where ${hosted})`.as("events"),
      guests:
        sql<number>`(select coalesce(max(${guestCounts.guests}), 0) from ${guestCounts} where ${guestCounts.eventId} in ${mine})`.as(
          "guests",
        ),
      helpers:
        sql<number>`(select count(*) from ${eventCollaborators} where ${eventCollaborators.eventId} in ${mine} and ${eventCollaborators.userId} <> ${userId})`.as(
          "helpers",
        ),
      invited:
        sql<number>`(select count(*) from ${collaboratorInvites} where ${collaboratorInvites.eventId} in ${mine} and ${collaboratorInvites.acceptedAt} is null)`.as(
          "invited",
        ),
    })
    .from(sql`(select 1)`);
}

/** The subscriptions of a user that the provider may still charge for. */
export function listChargeable(db: Database, userId: string) {
  return db
    .select({ subscriptionId: subscriptions.providerSubscriptionId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), notInArray(subscriptions.status, FINAL_STATUSES)));
}
