import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type DeliveryRow, listDeliveries } from "./delivery-queries.ts";
import { readEndpoint } from "./read-endpoints.ts";

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
