import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import type { DeliveryRow } from "./delivery-queries.ts";

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
