import type { RequestContext } from "../../context.ts";
import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { type DeliveryRow, listDeliveries, sendAgain } from "./delivery-queries.ts";
import { readEndpoint } from "./endpoints.ts";

/**
 * Has a delivery sent again, with all its tries and the same `webhook-id`. The Scheduler does it if the queue is not there.
 * @throws AppError 404, also for a test, and while it is being sent
 */
export async function redeliver(
  ctx: RequestContext,
  caller: Caller,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
): Promise<DeliveryRow> {
  await readEndpoint(ctx, caller, endpointId);
  const { accountsDb: db, clock } = ctx;
  const [row] = await sendAgain(db, caller.userId, { endpointId, id: deliveryId }, clock.now());
  if (row === undefined || row.eventId === null) throw notFound();
  const message = busMessage(ctx, "webhooks.deliver", { event_id: row.eventId });
  ctx.defer(() => ctx.bus.publish([message]));
  return row;
}

/** A page of an endpoint's deliveries, newest first; those of the last 30 days. @throws AppError 404 */
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
