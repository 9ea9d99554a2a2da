import * as z from "zod";
import { page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { perUser, perUserExactly } from "../../identity/accounts/limits.ts";
import { session } from "../../identity/accounts/session.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { readDeliveries, redeliver } from "./deliveries.ts";
import type { DeliveryRow } from "./lease-queries.ts";
import { WebhookDelivery } from "./schemas.ts";
import { testEndpoint } from "./test-endpoint.ts";

/** Each test is a call of an address that the caller chooses. */
const TEST_LIMITS = [perUserExactly({ name: "webhook-test", limit: 30, windowSeconds: 3_600 })];

const webhookDeliveryGroup = routes({
  tag: "Webhooks",
  access: session("webhooks:write"),
  limits: [perUser("events")],
});
export const webhookDeliveryRoutes = webhookDeliveryGroup.app;

webhookDeliveryGroup.post("/webhook-endpoints/{endpointId}/test", {
  name: "testWebhookEndpoint",
  summary: forDocs("Test a webhook endpoint"),
  description: forDocs(
    "Sends one `webhook.test` and returns its outcome. Waits at most 10 seconds for the endpoint, and does not retry. An API key can test only the endpoints that it created (403 `session_required`).",
  ),
  limits: TEST_LIMITS,
  response: [200, WebhookDelivery, forDocs("The outcome of the test")],
  errors: ["session_required"],
  run: async (ctx, caller, { params }) => present(await testEndpoint(ctx, caller, params.endpointId)),
});

webhookDeliveryGroup.get("/webhook-endpoints/{endpointId}/deliveries", {
  name: "readWebhookDeliveries",
  summary: forDocs("List webhook deliveries"),
  description: forDocs("Returns what was sent to the endpoint in the last 30 days, newest first."),
  query: z.object(pageQuery),
  response: [200, page(WebhookDelivery), forDocs("A page of deliveries")],
  run: async (ctx, caller, { params, query }) => {
    const { rows, nextCursor } = await readDeliveries(ctx, caller, params.endpointId, query);
    return { items: rows.map(present), nextCursor };
  },
});

webhookDeliveryGroup.post("/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver", {
  name: "redeliverWebhook",
  summary: forDocs("Redeliver a webhook"),
  description: forDocs(
    "Sends a delivery again with the same `webhook-id` and a full set of retries. Tests are not sent again: send a new test. An API key can use it only for endpoints that it created (403 `session_required`).",
  ),
  response: [202, WebhookDelivery, forDocs("The delivery is queued")],
  errors: ["session_required"],
  run: async (ctx, caller, { params }) => present(await redeliver(ctx, caller, params)),
});

/** Only a delivery that is pending is tried again. */
function present(row: DeliveryRow) {
  return { ...row, nextAttemptAt: row.status === "pending" ? row.nextAttemptAt : null };
}
