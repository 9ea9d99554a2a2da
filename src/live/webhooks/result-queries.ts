import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import type { DeliveryRow } from "./delivery-queries.ts";

/** What became of a delivery that a run had taken. */
export interface DeliveryResult
  extends Pick<DeliveryRow, "endpointId" | "id" | "status" | "attempts" | "responseStatus" | "nextAttemptAt" | "at"> {}

/** Stores what became of deliveries and gives them back. One whose lease has run out belongs to another run. */
export function updateDeliveries(db: AccountsDatabase, leaseId: string, results: readonly DeliveryResult[]) {
  const field = (name: keyof DeliveryResult) => sql.raw(`value ->> '${name}'`);
  const rows = sql`(select ${field("endpointId")} as endpoint_id, ${field("id")} as id, ${field("status")} as status,
    ${field("attempts")} as attempts, ${field("responseStatus")} as response_status,
    ${field("nextAttemptAt")} as next_attempt_at, ${field("at")} as at from json_each(${JSON.stringify(results)})) as results`;
  return db
    .update(webhookDeliveries)
    .set({
      status: sql`results.status`,
      attempts: sql`results.attempts`,
      responseStatus: sql`results.response_status`,
      nextAttemptAt: sql`results.next_attempt_at`,
      at: sql`results.at`,
      leasedBy: null,
      leasedUntil: null,
    })
    .from(rows)
    .where(
      and(
        eq(webhookDeliveries.endpointId, sql`results.endpoint_id`),
        eq(webhookDeliveries.id, sql`results.id`),
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
