import type * as z from "zod";
import { toWire, toWireOrNull } from "../kernel/clock.ts";
import { targetOf } from "./audiences.ts";
import type { DeliveryRow, MessageRow } from "./queries.ts";
import type { Message, MessageDelivery } from "./schemas.ts";

/** A message as the API returns it. */
export function presentMessage(row: MessageRow): z.output<typeof Message> {
  return {
    id: row.id,
    event_id: row.eventId,
    kind: row.notice ?? (row.slug === null ? "message" : "reminder"),
    slug: row.slug,
    audience: targetOf(row),
    channel: row.channel,
    subject: row.subject,
    body: row.body,
    ...(row.translations ? { translations: row.translations } : {}),
    send_at: toWireOrNull(row.sendAt),
    status: row.status,
    created_at: toWire(row.createdAt),
    updated_at: toWire(row.updatedAt),
    finished_at: toWireOrNull(row.finishedAt),
  };
}

/** One recipient's delivery as the API returns it. */
export function presentDelivery({ delivery, guestName }: DeliveryRow): z.output<typeof MessageDelivery> {
  return {
    guest: { id: delivery.guestId, name: guestName },
    status: delivery.status,
    reason: delivery.reason,
    attempts: delivery.attempts,
    provider_message_id: delivery.providerMessageId,
    updated_at: toWire(delivery.updatedAt),
  };
}
