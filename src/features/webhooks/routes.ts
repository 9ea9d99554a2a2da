import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { toWire } from "../../kernel/clock.ts";
import { callerOf, session } from "../accounts/session.ts";
import { perUser, perUserExactly } from "../accounts/user-limit.ts";
import { changeEndpoint } from "./change-endpoint.ts";
import { createEndpoint } from "./create-endpoint.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { presentDelivery, presentEndpoint } from "./present.ts";
import { readDeliveries } from "./read-deliveries.ts";
import { readEndpoint, readEndpoints } from "./read-endpoints.ts";
import { redeliver } from "./redeliver.ts";
import { rotateSecret } from "./rotate-secret.ts";
import {
  ChangeWebhookEndpoint,
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  DeliveryPath,
  EndpointPath,
  RotatedWebhookSecret,
  WebhookDelivery,
  WebhookEndpoint,
} from "./schemas.ts";
import { testEndpoint } from "./test-endpoint.ts";

const tag = "Webhooks";
const limits = [perUser("events")];
/** Each test is a call of an address that the caller chooses. */
const TEST_LIMITS = [perUserExactly({ name: "webhook-test", limit: 30, windowSeconds: 3_600 })];

export const webhookRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

webhookRoutes.openapi(
  endpoint({
    name: "createWebhookEndpoint",
    tag,
    method: "post",
    path: "/webhook-endpoints",
    summary: "Add a webhook endpoint",
    description:
      "It's told what happens from now on, at one event (editor) or at all that you own. Calls are signed by Standard Webhooks; the secret is shown this once. An account has at most 10 endpoints.",
    access: session("webhooks:write"),
    limits,
    body: CreateWebhookEndpoint,
    idempotent: true,
    answers: { 201: json(CreatedWebhookEndpoint, "The endpoint, with its secret.") },
    refusals: ["not_found", "role_too_low", "webhook_limit_reached"],
  }),
  async (c) => {
    const { endpoint: row, secret } = await createEndpoint(c.var.ctx, callerOf(c), c.req.valid("json"));
    return c.json({ ...presentEndpoint(row), secret }, 201);
  },
);

webhookRoutes.openapi(
  endpoint({
    name: "readWebhookEndpoints",
    tag,
    method: "get",
    path: "/webhook-endpoints",
    summary: "List your webhook endpoints",
    access: session("webhooks:write"),
    limits,
    answers: { 200: json(page(WebhookEndpoint), "All of your endpoints, oldest first.") },
  }),
  async (c) => {
    const rows = await readEndpoints(c.var.ctx, callerOf(c));
    return c.json({ items: rows.map(presentEndpoint), next_cursor: null }, 200);
  },
);

webhookRoutes.openapi(
  endpoint({
    name: "readWebhookEndpoint",
    tag,
    method: "get",
    path: "/webhook-endpoints/{endpointId}",
    summary: "Read a webhook endpoint",
    access: session("webhooks:write"),
    limits,
    params: EndpointPath,
    answers: { 200: json(WebhookEndpoint, "The endpoint.") },
  }),
  async (c) => {
    const found = await readEndpoint(c.var.ctx, callerOf(c), c.req.valid("param").endpointId);
    return c.json(presentEndpoint(found.endpoint), 200);
  },
);

webhookRoutes.openapi(
  endpoint({
    name: "changeWebhookEndpoint",
    tag,
    method: "patch",
    path: "/webhook-endpoints/{endpointId}",
    summary: "Change a webhook endpoint",
    description:
      "`status` stops and starts it. An endpoint that is started again gets what waited for it, not what happened while it was stopped.",
    access: session("webhooks:write"),
    limits,
    params: EndpointPath,
    body: ChangeWebhookEndpoint,
    answers: { 200: json(WebhookEndpoint, "The endpoint as it is now.") },
  }),
  async (c) => {
    const { endpointId } = c.req.valid("param");
    const row = await changeEndpoint(c.var.ctx, callerOf(c), endpointId, c.req.valid("json"));
    return c.json(presentEndpoint(row), 200);
  },
);

webhookRoutes.openapi(
  endpoint({
    name: "deleteWebhookEndpoint",
    tag,
    method: "delete",
    path: "/webhook-endpoints/{endpointId}",
    summary: "Delete a webhook endpoint",
    description: "Nothing is sent to it any more. Its deliveries are deleted with it.",
    access: session("webhooks:write"),
    limits,
    params: EndpointPath,
    answers: { 204: { description: "The endpoint is gone." } },
  }),
  async (c) => {
    await deleteEndpoint(c.var.ctx, callerOf(c), c.req.valid("param").endpointId);
    return c.body(null, 204);
  },
);

webhookRoutes.openapi(
  endpoint({
    name: "rotateWebhookSecret",
    tag,
    method: "post",
    path: "/webhook-endpoints/{endpointId}/rotate-secret",
    summary: "Give a webhook endpoint a new secret",
    description: "Both secrets sign for 24 hours, so that a receiver can take over the new one without missing a call.",
    access: session("webhooks:write"),
    limits,
    params: EndpointPath,
    answers: { 200: json(RotatedWebhookSecret, "The new secret.") },
    refusals: ["webhook_changed"],
  }),
  async (c) => {
    const { secret, previousUntil } = await rotateSecret(c.var.ctx, callerOf(c), c.req.valid("param").endpointId);
    return c.json({ secret, previous_until: toWire(previousUntil) }, 200);
  },
);

webhookRoutes.openapi(
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

webhookRoutes.openapi(
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

webhookRoutes.openapi(
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
