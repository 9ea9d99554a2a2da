import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { isFree, isPending } from "./pending-queries.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

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
