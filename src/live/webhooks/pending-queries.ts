import { and, eq, type SQL, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";

/** A user who may have an event's activities sent, by the role on it. */
export interface Host {
  userId: string;
  role: string;
}

/** The endpoints that an event's activities go to: its own, and those for everything that an owner owns. */
export function endpointsOf(eventId: string, hosts: readonly Host[], isEnabled: boolean): SQL {
  return sql`select endpoint.id from json_each(${JSON.stringify(hosts)}) as host
    join ${webhookEndpoints} as endpoint on endpoint.user_id = host.value ->> 'userId'
    where (endpoint.event_id = ${eventId} or (endpoint.event_id is null and host.value ->> 'role' = 'owner'))
      ${isEnabled ? sql`and endpoint.status = 'enabled'` : sql``}`;
}

/** Literal, because SQLite uses the partial indexes for no bound value. */
export function isPending(): SQL {
  return sql`${webhookDeliveries.status} = 'pending'`;
}

export function isPendingOf(eventId: string) {
  return and(eq(webhookDeliveries.eventId, eventId), isPending());
}

export function isFree(now: number): SQL {
  return sql`(${webhookDeliveries.leasedUntil} is null or ${webhookDeliveries.leasedUntil} <= ${now})`;
}
