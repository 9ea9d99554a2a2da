import type * as z from "zod";
import { toWire } from "../../kernel/clock.ts";
import type { DeliveryRow } from "./delivery-queries.ts";
import type { EndpointRow } from "./endpoint-queries.ts";
import type { WebhookDelivery, WebhookEndpoint } from "./schemas.ts";

export function presentEndpoint(row: EndpointRow): z.output<typeof WebhookEndpoint> {
  return {
    id: row.id,
    url: row.url,
    types: row.types,
    event_id: row.eventId,
    status: row.status,
    failing_since: row.failingSince === null ? null : toWire(row.failingSince),
    created_at: toWire(row.createdAt),
    updated_at: toWire(row.updatedAt),
  };
}

export function presentDelivery(row: DeliveryRow): z.output<typeof WebhookDelivery> {
  return {
    id: row.id,
    type: row.type,
    event_id: row.eventId,
    sequence: row.sequence,
    status: row.status,
    attempts: row.attempts,
    response_status: row.responseStatus,
    next_attempt_at: row.status === "pending" ? toWire(row.nextAttemptAt) : null,
    at: toWire(row.at),
  };
}
