import { toWire } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type DeliveryRow, insertDelivery } from "./delivery-queries.ts";
import { readEndpoint } from "./read-endpoints.ts";
import { isAccepted, sendPayload } from "./send-payload.ts";
import { TEST_TYPE } from "./vocabulary.ts";

/** Sends a test to an endpoint while the caller waits, once, whatever the endpoint's state. @throws AppError 404 */
export async function testEndpoint(ctx: RequestContext, caller: Caller, endpointId: string): Promise<DeliveryRow> {
  const { endpoint } = await readEndpoint(ctx, caller, endpointId);
  const now = ctx.clock.now();
  const id = newId(now);
  const payload = { type: TEST_TYPE, timestamp: toWire(now), data: { endpoint_id: endpointId } };
  const responseStatus = await sendPayload(ctx, endpoint, id, payload);
  const delivery: DeliveryRow = {
    ...{ endpointId, id, eventId: null, sequence: null, type: TEST_TYPE },
    status: isAccepted(responseStatus) ? "delivered" : "failed",
    ...{ attempts: 1, responseStatus, nextAttemptAt: now, leasedBy: null, leasedUntil: null, at: now },
  };
  await insertDelivery(ctx.accountsDb, delivery);
  return delivery;
}
