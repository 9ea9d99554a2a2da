import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { type DeliveryRow, isFree } from "./lease-queries.ts";
import { readEndpoint, readToChange } from "./read-endpoint.ts";

/**
 * Resends a delivery with all its tries and the same `webhook-id`. If the queue is unavailable, the Scheduler sends it.
 * @throws AppError 404, also for a test, and while it is being sent; errors of `readToChange`
 */
export async function redeliver(
  ctx: RequestContext,
  caller: Caller,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
): Promise<DeliveryRow> {
  await readToChange(ctx, caller, endpointId);
  const { accountsDb: db, clock } = ctx;
  const [row] = await sendAgain(db, caller.userId, { endpointId, id: deliveryId }, clock.now());
  if (row === undefined || row.eventId === null) throw notFound();
  const message = busMessage(ctx, "webhooks.deliver", { event_id: row.eventId });
  ctx.defer(() => ctx.bus.publish([message]));
  return row;
}

/**
 * Returns a page of an endpoint's deliveries of the last 30 days, newest first.
 * @throws AppError 404
 */
export async function readDeliveries(
  ctx: RequestContext,
  caller: Caller,
  endpointId: string,
  query: PageQuery,
): Promise<Page<DeliveryRow>> {
  await readEndpoint(ctx, caller, endpointId);
  const page = pagerById(`webhook deliveries ${endpointId}`, query);
  const owner = { userId: caller.userId, endpointId };
  const found = await listDeliveries(ctx.accountsDb, owner, page.after, page.limit);
  const deliveries = found.map(({ delivery }) => delivery);
  return page.of(deliveries, ({ id }) => id);
}

/** A page of an endpoint's deliveries, newest first. */
function listDeliveries(
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

/**
 * Marks a delivery as pending again, with all its tries. Returns no row for a test, a delivery that is being sent, or
 * one that no longer exists.
 */
function sendAgain(db: AccountsDatabase, userId: string, key: Pick<DeliveryRow, "endpointId" | "id">, now: number) {
  const isOwn = sql`exists (select 1 from ${webhookEndpoints} where ${webhookEndpoints.id} = ${key.endpointId}
    and ${webhookEndpoints.userId} = ${userId})`;
  return db
    .update(webhookDeliveries)
    .set({ status: "pending", attempts: 0, nextAttemptAt: now })
    .where(and(isKey(key), sql`${webhookDeliveries.eventId} is not null`, isFree(now), isOwn))
    .returning();
}

function isKey({ endpointId, id }: Pick<DeliveryRow, "endpointId" | "id">) {
  return and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.id, id));
}
