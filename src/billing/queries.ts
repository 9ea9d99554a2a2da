import {
  aliasedTable,
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import type { AccountsDatabase, Database } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";
import { subscriptions, webhookEvents } from "../db/schema/billing.ts";
import { collaboratorInvites, eventCollaborators, events } from "../db/schema/events.ts";
import { guestCounts } from "../db/schema/guests.ts";
import { FINAL_STATUSES, GRANTED_STATUS, GRANTING_STATUSES, grantedId, PAID_STATUSES } from "./subscription-state.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A webhook event that was applied. */
export function findWebhookEvent(db: Database, id: string) {
  return db.select({ id: webhookEvents.id }).from(webhookEvents).where(eq(webhookEvents.id, id)).limit(1);
}

/** Records that a webhook event is applied. @throws a constraint violation when it was applied before */
export function insertWebhookEvent(db: Database, id: string, receivedAt: number) {
  return db.insert(webhookEvents).values({ id, receivedAt });
}

/** A stored subscription. */
export function findSubscription(db: AccountsDatabase, subscriptionId: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.providerSubscriptionId, subscriptionId)).limit(1);
}

/** The user with a subscription of this customer. */
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

/** Stores a subscription unless the stored one is newer or final. It grants nothing yet: see `grantBestSubscription`. */
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

/**
 * Removes the grant of a user's subscription that is not paid any more, and an operator's grant once there is one that is
 * paid; `grantBestSubscription` follows in the same batch.
 */
export function revokeGrants(db: AccountsDatabase, userId: string) {
  return db
    .update(subscriptions)
    .set({ granting: false })
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.granting, true),
        or(
          notInArray(subscriptions.status, GRANTING_STATUSES),
          and(eq(subscriptions.status, GRANTED_STATUS), hasPaid(db, userId)),
        ),
      ),
    );
}

/** Stores an operator's grant of a tier: a subscription without a payment. `grantBestSubscription` follows in the same batch. */
export function upsertGrant(db: AccountsDatabase, userId: string, tier: SubscriptionRow["tier"], now: number) {
  const state = { tier, status: GRANTED_STATUS, updatedAt: now };
  const unpaid = { granting: false, providerCustomerId: "", providerUpdatedAt: now, createdAt: now };
  return db
    .insert(subscriptions)
    .values({ providerSubscriptionId: grantedId(userId), userId, ...state, ...unpaid })
    .onConflictDoUpdate({ target: subscriptions.providerSubscriptionId, set: state });
}

/** Withdraws an operator's grant. The row stays: replicas of the account go by the time of its latest change. */
export function endGrant(db: AccountsDatabase, userId: string, now: number) {
  return db
    .update(subscriptions)
    .set({ status: "canceled", granting: false, updatedAt: now })
    .where(eq(subscriptions.providerSubscriptionId, grantedId(userId)));
}

/** Condition: the user has a subscription that is paid. */
function hasPaid(db: AccountsDatabase, userId: string): SQL {
  const paid = aliasedTable(subscriptions, "paid");
  return exists(
    db
      .select({ id: paid.providerSubscriptionId })
      .from(paid)
      .where(and(eq(paid.userId, userId), inArray(paid.status, PAID_STATUSES))),
  );
}

/**
 * Grants the tier of a user's best subscription, a paid one before an operator's grant, business before pro, then the
 * latest, unless one grants a tier already: a second one is cancelled, see `findSecond`.
 */
export function grantBestSubscription(db: AccountsDatabase, userId: string) {
  const best = sql`(select ${subscriptions.providerSubscriptionId} from ${subscriptions}
    where ${and(eq(subscriptions.userId, userId), inArray(subscriptions.status, GRANTING_STATUSES))}
    order by ${subscriptions.granting} desc, ${subscriptions.status} = ${GRANTED_STATUS}, ${subscriptions.tier} = 'business' desc, ${subscriptions.updatedAt} desc limit 1)`;
  return db.update(subscriptions).set({ granting: true }).where(eq(subscriptions.providerSubscriptionId, best));
}

/** This subscription, if it is paid while another one grants its user's tier. Comes after `grantBestSubscription`. */
export function findSecond(db: AccountsDatabase, subscriptionId: string) {
  return db
    .select({ id: subscriptions.providerSubscriptionId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.providerSubscriptionId, subscriptionId),
        inArray(subscriptions.status, GRANTING_STATUSES),
        eq(subscriptions.granting, false),
      ),
    );
}

/** The condition of `findSecond`. */
export function isSecond(db: AccountsDatabase, subscriptionId: string): SQL {
  return exists(findSecond(db, subscriptionId));
}

/** A user's usage: events, guests of the event with the most, collaborators over all events. */
export function measureUsage(db: Database, userId: string, now: number) {
  const hosted = and(eq(events.hostId, userId), isNull(events.deletedAt));
  const eventIds = sql`(select ${events.id} from ${events} where ${hosted})`;
  return db
    .select({
      events: sql<number>`(select count(*) from ${events} where ${hosted})`.as("events"),
      guests:
        sql<number>`(select coalesce(max(${guestCounts.guests}), 0) from ${guestCounts} where ${guestCounts.eventId} in ${eventIds})`.as(
          "guests",
        ),
      collaborators: sql<number>`(select count(*) from ${seatsOf(db, sql`${userId}`, now)})`.as("collaborators"),
    })
    .from(sql`(select 1)`);
}

/** An address that is to take one of the collaborator seats of an event's host. `now` in epoch milliseconds. */
interface SeatCandidate {
  eventId: string;
  emailKey: string;
  now: number;
}

/** The taken collaborator seats of an event's host, and those of them taken by other addresses. */
export function countSeats(db: Database, { eventId, emailKey, now }: SeatCandidate) {
  const seats = seatsOf(db, hostOf(eventId), now).as("seats");
  return db
    .select({
      used: sql<number>`count(*)`,
      others: sql<number>`coalesce(sum(${seats.emailKey} <> ${emailKey}), 0)`,
    })
    .from(seats);
}

/** The condition that an event's host has a free seat for an address, for the write that takes it. */
export function hasSeat(db: Database, { eventId, emailKey, now }: SeatCandidate, limit: number): SQL {
  const seats = seatsOf(db, hostOf(eventId), now).as("seats");
  const others = db.select({ count: sql`count(*)` }).from(seats).where(ne(seats.emailKey, emailKey));
  return sql`${others} < ${limit}`;
}

/**
 * The addresses that take a collaborator seat of a host: members of the host's events and those with an open invite, one
 * row per address over all events, without the host.
 */
function seatsOf(db: Database, hostId: SQL, now: number) {
  const hosted = and(eq(events.hostId, hostId), isNull(events.deletedAt));
  const isCollaborator = and(
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
      .innerJoin(users, isCollaborator)
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

/** The subscriptions of a user that are not final, so that the provider may still charge for them. */
export function listChargeable(db: AccountsDatabase, userId: string) {
  return db
    .select({ subscriptionId: subscriptions.providerSubscriptionId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), notInArray(subscriptions.status, FINAL_STATUSES)));
}
