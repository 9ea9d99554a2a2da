import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { callerOf, session } from "../../identity/accounts/session.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { toWire } from "../../kernel/clock.ts";
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  readEndpoint,
  readEndpoints,
  rotateSecret,
} from "./endpoints.ts";
import { presentEndpoint } from "./present.ts";
import {
  ChangeWebhookEndpoint,
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  EndpointPath,
  RotatedWebhookSecret,
  WebhookEndpoint,
} from "./schemas.ts";

const tag = "Webhooks";
const limits = [perUser("events")];

export const webhookRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

webhookRoutes.openapi(
  endpoint({
    name: "createWebhookEndpoint",
    tag,
    method: "post",
    path: "/webhook-endpoints",
    summary: "Add a webhook endpoint",
    description:
      "It's told what happens from now on, at one event (editor) or at all that you own. A session is asked for a step-up, and an email tells you. An API key needs `events:read` for types that begin with `event.`, `guests:read` for all others, and both for `*`; its endpoint ends with the key; a reset of your password by email deletes all endpoints. Calls are signed by Standard Webhooks; the secret is shown this once. An account has at most 10 endpoints.",
    access: session("webhooks:write"),
    limits,
    body: CreateWebhookEndpoint,
    idempotent: true,
    answers: { 201: json(CreatedWebhookEndpoint, "The endpoint, with its secret.") },
    refusals: ["not_found", "role_too_low", "step_up_required", "webhook_changed", "webhook_limit_reached"],
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
      "`status` stops and starts it. An endpoint that is started again gets what waited for it, not what happened while it was stopped. A change of `url` or `types` asks for a step-up.",
    access: session("webhooks:write"),
    limits,
    params: EndpointPath,
    body: ChangeWebhookEndpoint,
    answers: { 200: json(WebhookEndpoint, "The endpoint as it is now.") },
    refusals: ["step_up_required"],
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
    refusals: ["step_up_required", "webhook_changed"],
  }),
  async (c) => {
    const { secret, previousUntil } = await rotateSecret(c.var.ctx, callerOf(c), c.req.valid("param").endpointId);
    return c.json({ secret, previous_until: toWire(previousUntil) }, 200);
  },
);
