import type { webhookDeliveries } from "../../db/schema/webhooks.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
