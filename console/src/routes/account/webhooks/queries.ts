import { apiItems, apiPages } from "../../../api/api-query.ts";

export const endpointsQuery = apiItems(["me", "webhooks"], "/webhook-endpoints");

export const deliveriesQuery = (endpointId: string) =>
  apiPages(["me", "webhooks", endpointId, "deliveries"], "/webhook-endpoints/{endpointId}/deliveries", {
    path: { endpointId },
    query: { limit: 20 },
  });
