import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { HAS_FACTOR } from "../../platform/authorization/queries.ts";
import { endpointsOf, type Host, isPendingOf } from "./pending-queries.ts";

/** A delivery that this run has taken, with its endpoint. */
export type TakenDelivery = Awaited<ReturnType<typeof listTaken>>[number];

/** Who owns or edits an event and has the second factor that it requires. Nobody once it is deleted. */
export function listHosts(db: Database, eventId: string) {
  return db
    .select({ userId: eventCollaborators.userId, role: eventCollaborators.role })
    .from(eventCollaborators)
    .innerJoin(users, and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt)))
    .innerJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
    .where(
      and(eq(eventCollaborators.eventId, eventId), inArray(eventCollaborators.role, ["owner", "editor"]), HAS_FACTOR),
    );
}

/** One endpoint of the event that wants something, if there is any. */
export function findWanting(db: AccountsDatabase, eventId: string, hosts: readonly Host[]) {
  return db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(sql`${webhookEndpoints.id} in (${endpointsOf(eventId, hosts, true)})`)
    .limit(1);
}

/**
 * Stores a delivery of each activity to each endpoint that wants its type and existed when it was numbered. One that is stored
 * already stays: the same activities may be read twice.
 */
export function insertDeliveries(
  db: AccountsDatabase,
  eventId: string,
  hosts: readonly Host[],
  activities: readonly { id: string; sequence: number; type: string; storedAt: number }[],
  now: number,
) {
  const isWanted = sql`exists (select 1 from json_each(endpoint.types) as wanted
    where wanted.value in ('*', activity.value ->> 'type'))`;
  return db
    .insert(webhookDeliveries)
    .select(
      sql`select endpoint.id, activity.value ->> 'id', ${eventId}, activity.value ->> 'sequence', activity.value ->> 'type',
        'pending', 0, null, ${now}, null, null, ${now}
      from ${webhookEndpoints} as endpoint join json_each(${JSON.stringify(activities)}) as activity
      where endpoint.id in (${endpointsOf(eventId, hosts, true)})
        and endpoint.created_at <= activity.value ->> 'storedAt' and ${isWanted}`,
    )
    .onConflictDoNothing();
}

/** Cancels what waits for endpoints whose maker has lost the role, and everything once the event is deleted. */
export function cancelForeign(db: AccountsDatabase, eventId: string, hosts: readonly Host[], now: number) {
  return db
    .update(webhookDeliveries)
    .set({ status: "cancelled", at: now, leasedBy: null, leasedUntil: null })
    .where(
      and(isPendingOf(eventId), sql`${webhookDeliveries.endpointId} not in (${endpointsOf(eventId, hosts, false)})`),
    );
}

/**
 * Takes the next deliveries of each of the event's lines: an endpoint has one line for each event, in the order of the numbers.
 * A line that another run has, or whose first delivery waits for its next try, is left.
 * @param lease of this run: an id, and until when the deliveries are its own
 */
export function takeLines(
  db: AccountsDatabase,
  eventId: string,
  hosts: readonly Host[],
  lease: { id: string; now: number; until: number; perLine: number },
) {
  const { endpointId, sequence } = webhookDeliveries;
  const ofLine = sql`from ${webhookDeliveries} as other where other.event_id = ${eventId}
    and other.endpoint_id = ${endpointId} and other.status = 'pending'`;
  return db
    .update(webhookDeliveries)
    .set({ leasedBy: lease.id, leasedUntil: lease.until })
    .where(
      and(
        isPendingOf(eventId),
        sql`${endpointId} in (${endpointsOf(eventId, hosts, true)})`,
        sql`not exists (select 1 ${ofLine} and (other.leased_until > ${lease.now} or other.next_attempt_at > ${lease.now}))`,
        sql`${sequence} in (select other.sequence ${ofLine} order by other.sequence limit ${lease.perLine})`,
      ),
    );
}

/** What a run has taken, in the order of the numbers. */
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
