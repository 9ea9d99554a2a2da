import { and, desc, eq, gt, inArray, isNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { subscriptions, webhookEvents } from "../../db/schema/billing.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";
import { guestCounts } from "../../db/schema/guests.ts";
import { FINAL_STATUSES, GRANTING_STATUSES } from "./subscription-state.ts";

/** The paid tier of a user: no row means free. At most one subscription grants, which the schema holds. */
export function findGrantedTier(db: AccountsDatabase, userId: string) {
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
export function findSubscription(db: AccountsDatabase, subscriptionId: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.providerSubscriptionId, subscriptionId)).limit(1);
}

/** The user whose customer this is, by any of their subscriptions. */
export function findUserOfCustomer(db: AccountsDatabase, customerId: string) {
  return db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.providerCustomerId, customerId))
    .limit(1);
}

/** A live user by id. */
export function findPayer(db: AccountsDatabase, userId: string) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .limit(1);
}

/** The subscriptions of a user, the granting one first, then the newest. */
export function listSubscriptions(db: AccountsDatabase, userId: string) {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.granting), desc(subscriptions.updatedAt));
}

/** Writes what a report says, unless something newer or final is on file. It grants nothing yet: see `grantBest`. */
export function upsertSubscription(db: AccountsDatabase, row: Omit<SubscriptionRow, "granting">) {
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
export function revokeGrants(db: AccountsDatabase, userId: string) {
  return db
    .update(subscriptions)
    .set({ granting: false })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.granting, true)));
}

/** Lets the best subscription that is paid for give its tier: at most one does, which the schema holds too. */
export function grantBestSubscription(db: AccountsDatabase, userId: string) {
  const best = sql`(select ${subscriptions.providerSubscriptionId} from ${subscriptions}
    where ${and(eq(subscriptions.userId, userId), inArray(subscriptions.status, GRANTING_STATUSES))}
    order by ${subscriptions.tier} = 'business' desc, ${subscriptions.updatedAt} desc limit 1)`;
  return db.update(subscriptions).set({ granting: true }).where(eq(subscriptions.providerSubscriptionId, best));
}

/** How much of a tier a user uses: events, the longest guest list, people who help. */
export function measureUsage(db: Database, userId: string, now: number) {
  const hosted = and(eq(events.hostId, userId), isNull(events.deletedAt));
  const mine = sql`(select ${events.id} from ${events} where ${hosted})`;
  return db
    .select({
      events: sql<number>`(select count(*) from ${events} where ${hosted})`.as("events"),
      guests:
        sql<number>`(select coalesce(max(${guestCounts.guests}), 0) from ${guestCounts} where ${guestCounts.eventId} in ${mine})`.as(
          "guests",
        ),
      collaborators: sql<number>`(select count(*) from ${seatsOf(db, sql`${userId}`, now)})`.as("collaborators"),
    })
    .from(sql`(select 1)`);
}

/** An address that is to take a seat of an event's host at a moment. */
interface SeatCandidate {
  eventId: string;
  emailKey: string;
  now: number;
}

/** How many seats of an event's host are taken, and how many of them by others than this address. */
export function countSeats(db: Database, { eventId, emailKey, now }: SeatCandidate) {
  const people = seatsOf(db, hostOf(eventId), now).as("people");
  return db
    .select({
      used: sql<number>`count(*)`,
      others: sql<number>`coalesce(sum(${people.emailKey} <> ${emailKey}), 0)`,
    })
    .from(people);
}

/** Whether the host of an event has a seat for an address: for the write that takes it. */
export function hasSeat(db: Database, { eventId, emailKey, now }: SeatCandidate, seats: number): SQL {
  const people = seatsOf(db, hostOf(eventId), now).as("people");
  const others = db.select({ count: sql`count(*)` }).from(people).where(ne(people.emailKey, emailKey));
  return sql`${others} < ${seats}`;
}

/**
 * Who takes a seat of a host: whoever has a role on one of the host's events and whoever is asked to take one, each
 * person once however many events they are, and never the host. One row a person.
 */
function seatsOf(db: Database, hostId: SQL, now: number) {
  const hosted = and(eq(events.hostId, hostId), isNull(events.deletedAt));
  const isHelper = and(
    eq(users.id, eventCollaborators.userId),
    isNull(users.deletedAt),
    sql`${users.id} <> ${events.hostId}`,
  );
  const isOpen = and(
    eq(collaboratorInvites.eventId, events.id),
    isNull(collaboratorInvites.acceptedAt),
    gt(collaboratorInvites.expiresAt, now),
  );
  return union(
    db
      .select({ emailKey: users.emailKey })
      .from(events)
      .innerJoin(eventCollaborators, eq(eventCollaborators.eventId, events.id))
      .innerJoin(users, isHelper)
      .where(hosted),
    db
      .select({ emailKey: collaboratorInvites.emailKey })
      .from(events)
      .innerJoin(collaboratorInvites, isOpen)
      .where(hosted),
  );
}

function hostOf(eventId: string): SQL {
  return sql`(select host_id from ${events} as this where this.id = ${eventId})`;
}

/** The subscriptions of a user that the provider may still charge for. */
export function listChargeable(db: AccountsDatabase, userId: string) {
  return db
    .select({ subscriptionId: subscriptions.providerSubscriptionId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), notInArray(subscriptions.status, FINAL_STATUSES)));
}
