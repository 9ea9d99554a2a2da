import { and, desc, eq, gt, inArray, isNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import type { AccountsDatabase, Database } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";
import { subscriptions, webhookEvents } from "../db/schema/billing.ts";
import { collaboratorInvites, eventCollaborators, events } from "../db/schema/events.ts";
import { FINAL_STATUSES, GRANTED_STATUS, GRANTING_STATUSES } from "./subscription-state.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Records that a webhook event is applied. @throws a constraint violation when it was applied before */
export function insertWebhookEvent(db: Database, id: string, receivedAt: number) {
  return db.insert(webhookEvents).values({ id, receivedAt });
}

/** A webhook event that was applied. */
export function findWebhookEvent(db: Database, id: string) {
  return db.select({ id: webhookEvents.id }).from(webhookEvents).where(eq(webhookEvents.id, id)).limit(1);
}

/** The subscriptions of a user, the granting one first, then the newest. */
export function listSubscriptions(db: AccountsDatabase, userId: string) {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.granting), desc(subscriptions.updatedAt));
}

/**
 * Grants the tier of a user's best subscription, unless a subscription already grants one: a second one is cancelled,
 * see `findSecond`. A paid subscription precedes an operator's grant, then business precedes pro, then the latest wins.
 */
export function grantBestSubscription(db: AccountsDatabase, userId: string) {
  const best = sql`(select ${subscriptions.providerSubscriptionId} from ${subscriptions}
    where ${and(eq(subscriptions.userId, userId), inArray(subscriptions.status, GRANTING_STATUSES))}
    order by ${subscriptions.granting} desc, ${subscriptions.status} = ${GRANTED_STATUS}, ${subscriptions.tier} = 'business' desc, ${subscriptions.updatedAt} desc limit 1)`;
  return db.update(subscriptions).set({ granting: true }).where(eq(subscriptions.providerSubscriptionId, best));
}

/** An address that is to take one of the collaborator seats of an event's host. `now` in epoch milliseconds. */
type SeatCandidate = Pick<typeof collaboratorInvites.$inferSelect, "eventId" | "emailKey"> & { now: number };

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
 * Selects the addresses that take a collaborator seat of a host: members and open invites of the host's events, one row
 * per address, without the host.
 */
export function seatsOf(db: Database, hostId: SQL, now: number) {
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
