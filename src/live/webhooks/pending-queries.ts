import { type SQL, sql } from "drizzle-orm";
import { webhookDeliveries } from "../../db/schema/webhooks.ts";

/** A user who may have an event's activities sent, by the role on it. */
export interface Host {
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
