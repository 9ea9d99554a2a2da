import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { callerOf, session } from "../../identity/accounts/session.ts";
import { perUser, perUserExactly } from "../../identity/accounts/user-limit.ts";
import { readDeliveries, redeliver } from "./deliveries.ts";
import { testEndpoint } from "./endpoints.ts";
import { presentDelivery } from "./present.ts";
import { DeliveryPath, EndpointPath, WebhookDelivery } from "./schemas.ts";

const tag = "Webhooks";
const limits = [perUser("events")];
/** Each test is a call of an address that the caller chooses. */
const TEST_LIMITS = [perUserExactly({ name: "webhook-test", limit: 30, windowSeconds: 3_600 })];

export const webhookDeliveryRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

webhookDeliveryRoutes.openapi(
  endpoint({
    name: "testWebhookEndpoint",
    tag,
    method: "post",
    path: "/webhook-endpoints/{endpointId}/test",
    summary: "Send a test to a webhook endpoint",
    description: "Sends a `webhook.test` once, and waits for the endpoint to answer, for 10 seconds at most.",
    access: session("webhooks:write"),
    limits: TEST_LIMITS,
    params: EndpointPath,
    answers: { 200: json(WebhookDelivery, "What became of it.") },
  }),
  async (c) => {
    const row = await testEndpoint(c.var.ctx, callerOf(c), c.req.valid("param").endpointId);
    return c.json(presentDelivery(row), 200);
  },
);

webhookDeliveryRoutes.openapi(
  endpoint({
    name: "readWebhookDeliveries",
    tag,
    method: "get",
    path: "/webhook-endpoints/{endpointId}/deliveries",
    summary: "List what was sent to a webhook endpoint, newest first",
    description: "Of the last 30 days.",
    access: session("webhooks:write"),
    limits,
    params: EndpointPath,
    query: z.object(pageQuery),
    answers: { 200: json(page(WebhookDelivery), "A page of deliveries.") },
  }),
  async (c) => {
    const { endpointId } = c.req.valid("param");
    const { rows, nextCursor } = await readDeliveries(c.var.ctx, callerOf(c), endpointId, c.req.valid("query"));
    return c.json({ items: rows.map(presentDelivery), next_cursor: nextCursor }, 200);
  },
);

webhookDeliveryRoutes.openapi(
  endpoint({
    name: "redeliverWebhook",
    tag,
    method: "post",
    path: "/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver",
    summary: "Send a delivery again",
    description: "With the same `webhook-id` and all its tries. A test is not sent again: send a new one.",
    access: session("webhooks:write"),
    limits,
    params: DeliveryPath,
    answers: { 202: json(WebhookDelivery, "It's on its way.") },
  }),
  async (c) => {
    const row = await redeliver(c.var.ctx, callerOf(c), c.req.valid("param"));
    return c.json(presentDelivery(row), 202);
  },
);
