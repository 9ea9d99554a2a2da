import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { webhookDeliveries } from "../../db/schema/webhooks.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import type { DeliveryRow } from "./lease-queries.ts";
import { readToChange } from "./read-endpoint.ts";
import { isAccepted, sendPayload } from "./send-payload.ts";
import { TEST_TYPE } from "./vocabulary.ts";

/**
 * Sends a test to an endpoint while the caller waits, once, whatever the endpoint's state.
 * @throws AppError errors of `readToChange`
 */
export async function testEndpoint(ctx: RequestContext, caller: Caller, endpointId: string): Promise<DeliveryRow> {
  const { endpoint } = await readToChange(ctx, caller, endpointId);
  const now = ctx.clock.now();
  const id = newId(now);
  const payload = { type: TEST_TYPE, timestamp: toIsoTime(now), data: { endpoint_id: endpointId } };
  const responseStatus = await sendPayload(ctx, endpoint, id, payload);
  const delivery: DeliveryRow = {
    endpointId,
    id,
    eventId: null,
    sequence: null,
    type: TEST_TYPE,
    status: isAccepted(responseStatus) ? "delivered" : "failed",
    attempts: 1,
    responseStatus,
    nextAttemptAt: now,
    leasedBy: null,
    leasedUntil: null,
    at: now,
  };
  await insertDelivery(ctx.accountsDb, delivery);
  return delivery;
}

function insertDelivery(db: AccountsDatabase, row: DeliveryRow) {
  return db.insert(webhookDeliveries).values(row);
}
