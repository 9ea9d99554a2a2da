import { pageOf, readCursor } from "../../kernel/cursor.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type DeliveryRow, listDeliveries } from "./delivery-queries.ts";
import { readEndpoint } from "./read-endpoints.ts";

/** A page of an endpoint's deliveries, newest first; those of the last 30 days. @throws AppError 404 */
export async function readDeliveries(
  ctx: RequestContext,
  caller: Caller,
  endpointId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: DeliveryRow[]; nextCursor: string | null }> {
  await readEndpoint(ctx, caller, endpointId);
  const list = `webhook deliveries ${endpointId}`;
  const [beforeId] = readCursor(page.cursor, ["string"], list) ?? [null];
  const from = beforeId === null ? null : String(beforeId);
  const owner = { userId: caller.userId, endpointId };
  const found = await listDeliveries(ctx.accountsDb, owner, from, page.limit + 1);
  return pageOf(
    found.map(({ delivery }) => delivery),
    page.limit,
    ({ id }) => [id],
    list,
  );
}
