import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** A user who may have an event's activities sent, by the role on it. */
export type Host = Awaited<ReturnType<typeof listHosts>>[number];

/** A delivery that this run has taken, with its endpoint. */
export type TakenDelivery = Awaited<ReturnType<typeof listTaken>>[number];

/** Who owns or edits an event. Nobody once it is deleted. */
export function listHosts(db: Database, eventId: string) {
  return db
    .select({ userId: eventCollaborators.userId, role: eventCollaborators.role })
    .from(eventCollaborators)
    .innerJoin(users, and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt)))
    .innerJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
    .where(and(eq(eventCollaborators.eventId, eventId), inArray(eventCollaborators.role, ["owner", "editor"])));
}

/** The endpoints that an event's activities go to: its own, and those for everything that an owner owns. */
function endpointsOf(eventId: string, hosts: readonly Host[], isEnabled: boolean): SQL {
  return sql`select endpoint.id from json_each(${JSON.stringify(hosts)}) as host
    join ${webhookEndpoints} as endpoint on endpoint.user_id = host.value ->> 'userId'
    where (endpoint.event_id = ${eventId} or (endpoint.event_id is null and host.value ->> 'role' = 'owner'))
      ${isEnabled ? sql`and endpoint.status = 'enabled'` : sql``}`;
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

/** What became of a delivery that a run had taken. */
export interface SettledDelivery
  extends Pick<DeliveryRow, "endpointId" | "id" | "status" | "attempts" | "responseStatus" | "nextAttemptAt" | "at"> {}

/** Stores what became of deliveries and gives them back. One whose lease has run out belongs to another run. */
export function settleDeliveries(db: AccountsDatabase, leaseId: string, settled: readonly SettledDelivery[]) {
  const field = (name: keyof SettledDelivery) => sql.raw(`value ->> '${name}'`);
  const rows = sql`(select ${field("endpointId")} as endpoint_id, ${field("id")} as id, ${field("status")} as status,
    ${field("attempts")} as attempts, ${field("responseStatus")} as response_status,
    ${field("nextAttemptAt")} as next_attempt_at, ${field("at")} as at from json_each(${JSON.stringify(settled)})) as settled`;
  return db
    .update(webhookDeliveries)
    .set({
      status: sql`settled.status`,
      attempts: sql`settled.attempts`,
      responseStatus: sql`settled.response_status`,
      nextAttemptAt: sql`settled.next_attempt_at`,
      at: sql`settled.at`,
      leasedBy: null,
      leasedUntil: null,
    })
    .from(rows)
    .where(
      and(
        eq(webhookDeliveries.endpointId, sql`settled.endpoint_id`),
        eq(webhookDeliveries.id, sql`settled.id`),
        eq(webhookDeliveries.leasedBy, leaseId),
      ),
    );
}

/** Stores since when endpoints fail, and that others do not any more. @param now epoch milliseconds */
export function markEndpoints(
  db: AccountsDatabase,
  endpoints: { failing: readonly string[]; working: readonly string[] },
  now: number,
) {
  const { id, failingSince } = webhookEndpoints;
  const isAmong = (ids: readonly string[]) => sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`;
  return [
    ...(endpoints.failing.length === 0
      ? []
      : [
          db
            .update(webhookEndpoints)
            .set({ failingSince: now })
            .where(and(isAmong(endpoints.failing), isNull(failingSince))),
        ]),
    ...(endpoints.working.length === 0
      ? []
      : [
          db
            .update(webhookEndpoints)
            .set({ failingSince: null })
            .where(and(isAmong(endpoints.working), sql`${failingSince} is not null`)),
        ]),
  ];
}

/** The condition that an endpoint is still enabled: the run that ends it tells its owner. */
export function isEndpointEnabled(endpointId: string): SQL {
  return sql`exists (select 1 from ${webhookEndpoints} where ${webhookEndpoints.id} = ${endpointId}
    and ${webhookEndpoints.status} = 'enabled')`;
}

export function endEndpoint(db: AccountsDatabase, endpointId: string, now: number) {
  return db
    .update(webhookEndpoints)
    .set({ status: "ended", updatedAt: now })
    .where(and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.status, "enabled")));
}

/** The events of which deliveries are due that no run has. */
export function listDueEvents(db: AccountsDatabase, now: number, limit: number) {
  return db
    .selectDistinct({ eventId: webhookDeliveries.eventId })
    .from(webhookDeliveries)
    .innerJoin(
      webhookEndpoints,
      and(eq(webhookEndpoints.id, webhookDeliveries.endpointId), eq(webhookEndpoints.status, "enabled")),
    )
    .where(and(isPending(), sql`${webhookDeliveries.nextAttemptAt} <= ${now}`, isFree(now)))
    .limit(limit);
}

/** When the next delivery is due, epoch milliseconds; null without one. */
export function findNextDue(db: AccountsDatabase, now: number) {
  return db
    .select({ at: sql<number | null>`min(${webhookDeliveries.nextAttemptAt})`.as("next_at") })
    .from(webhookDeliveries)
    .where(and(isPending(), sql`${webhookDeliveries.nextAttemptAt} > ${now}`));
}

/** A page of an endpoint's deliveries, newest first. */
export function listDeliveries(
  db: AccountsDatabase,
  { userId, endpointId }: { userId: string; endpointId: string },
  beforeId: string | null,
  limit: number,
) {
  return db
    .select({ delivery: webhookDeliveries })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookEndpoints.userId, userId),
        beforeId === null ? undefined : lt(webhookDeliveries.id, beforeId),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
}

/** Has an activity sent to an endpoint again, with all its tries. Returns no row for a test, or one that is gone. */
export function sendAgain(
  db: AccountsDatabase,
  userId: string,
  key: Pick<DeliveryRow, "endpointId" | "id">,
  now: number,
) {
  const isOwn = sql`exists (select 1 from ${webhookEndpoints} where ${webhookEndpoints.id} = ${key.endpointId}
    and ${webhookEndpoints.userId} = ${userId})`;
  return db
    .update(webhookDeliveries)
    .set({ status: "pending", attempts: 0, nextAttemptAt: now })
    .where(and(isKey(key), sql`${webhookDeliveries.eventId} is not null`, isFree(now), isOwn))
    .returning();
}

export function insertDelivery(db: AccountsDatabase, row: DeliveryRow) {
  return db.insert(webhookDeliveries).values(row);
}

function isKey({ endpointId, id }: Pick<DeliveryRow, "endpointId" | "id">) {
  return and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.id, id));
}

/** Literal, because SQLite uses the partial indexes for no bound value. */
function isPending(): SQL {
  return sql`${webhookDeliveries.status} = 'pending'`;
}

function isPendingOf(eventId: string) {
  return and(eq(webhookDeliveries.eventId, eventId), isPending());
}

function isFree(now: number): SQL {
  return sql`(${webhookDeliveries.leasedUntil} is null or ${webhookDeliveries.leasedUntil} <= ${now})`;
}
