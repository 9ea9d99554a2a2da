import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { HAS_FACTOR } from "../../platform/authorization/queries.ts";

/** A delivery that this run has taken, with its endpoint. */
export type LeasedDelivery = Awaited<ReturnType<typeof listTaken>>[number];

/** Owners and editors of an event who have the second factor that it requires. Empty for a deleted event. */
export function listEditors(db: Database, eventId: string) {
  return db
    .select({ userId: eventCollaborators.userId, role: eventCollaborators.role })
    .from(eventCollaborators)
    .innerJoin(users, and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt)))
    .innerJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
    .where(
      and(eq(eventCollaborators.eventId, eventId), inArray(eventCollaborators.role, ["owner", "editor"]), HAS_FACTOR),
    );
}

/** The deliveries that a run has leased, in the order of their numbers. */
export function listTaken(db: AccountsDatabase, eventId: string, leaseId: string) {
  return db
    .select({
      id: aliased(webhookDeliveries.id, "delivery.id"),
      sequence: webhookDeliveries.sequence,
      leasedBy: webhookDeliveries.leasedBy,
      attempts: webhookDeliveries.attempts,
      nextAttemptAt: webhookDeliveries.nextAttemptAt,
      at: webhookDeliveries.at,
      responseStatus: webhookDeliveries.responseStatus,
      endpoint: {
        id: aliased(webhookEndpoints.id, "endpoint.id"),
        userId: webhookEndpoints.userId,
        eventId: aliased(webhookEndpoints.eventId, "endpoint.event_id"),
        url: webhookEndpoints.url,
        sealedSecret: webhookEndpoints.sealedSecret,
        previousSealedSecret: webhookEndpoints.previousSealedSecret,
        previousUntil: webhookEndpoints.previousUntil,
        failingSince: webhookEndpoints.failingSince,
      },
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(and(isPendingOf(eventId), eq(webhookDeliveries.leasedBy, leaseId)))
    .orderBy(asc(webhookDeliveries.sequence));
}

export function isPendingOf(eventId: string) {
  return and(eq(webhookDeliveries.eventId, eventId), isPending());
}

/** A user who may have an event's activities sent, by the role on it. */
export interface EventEditor {
  userId: string;
  role: string;
}

/** Literal, because SQLite uses the partial indexes for no bound value. */
export function isPending(): SQL {
  return sql`${webhookDeliveries.status} = 'pending'`;
}

export function isFree(now: number): SQL {
  return sql`(${webhookDeliveries.leasedUntil} is null or ${webhookDeliveries.leasedUntil} <= ${now})`;
}

/** Outcome of a delivery that a run had leased. */
export interface DeliveryResult
  extends Pick<DeliveryRow, "endpointId" | "id" | "status" | "attempts" | "responseStatus" | "nextAttemptAt" | "at"> {}

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
