import { page } from "../../http/endpoint.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { session } from "../../identity/accounts/session.ts";
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  readEndpoint,
  readEndpoints,
  rotateSecret,
} from "./endpoints.ts";
import {
  ChangeWebhookEndpoint,
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  RotatedWebhookSecret,
  WebhookEndpoint,
} from "./schemas.ts";

const webhookGroup = routes({ tag: "Webhooks", access: session("webhooks:write"), limits: [perUser("events")] });
export const webhookRoutes = webhookGroup.app;

webhookGroup.post("/webhook-endpoints", {
  name: "createWebhookEndpoint",
  summary: "Add a webhook endpoint",
  description:
    "It's told what happens from now on, at one event (editor) or at all that you own. A session is asked for a step-up, and an email tells you. An API key needs `events:read` for types that begin with `event.`, `guests:read` for all others, and both for `*`; its endpoint ends with the key; a reset of your password by email deletes all endpoints. Calls are signed by Standard Webhooks; the secret is shown this once. An account has at most 10 endpoints.",
  body: CreateWebhookEndpoint,
  idempotent: true,
  response: [201, CreatedWebhookEndpoint, "The endpoint, with its secret."],
  errors: ["not_found", "role_too_low", "step_up_required", "webhook_changed", "webhook_limit_reached"],
  run: async (ctx, caller, { body }) => {
    const { endpoint, secret } = await createEndpoint(ctx, caller, body);
    return { ...endpoint, secret };
  },
});

webhookGroup.get("/webhook-endpoints", {
  name: "readWebhookEndpoints",
  summary: "List your webhook endpoints",
  response: [200, page(WebhookEndpoint), "All of your endpoints, oldest first."],
  run: async (ctx, caller) => ({ items: await readEndpoints(ctx, caller), nextCursor: null }),
});

webhookGroup.get("/webhook-endpoints/{endpointId}", {
  name: "readWebhookEndpoint",
  summary: "Read a webhook endpoint",
  response: [200, WebhookEndpoint, "The endpoint."],
  run: async (ctx, caller, { params }) => (await readEndpoint(ctx, caller, params.endpointId)).endpoint,
});

webhookGroup.patch("/webhook-endpoints/{endpointId}", {
  name: "changeWebhookEndpoint",
  summary: "Change a webhook endpoint",
  description:
    "`status` stops and starts it. An endpoint that is started again gets what waited for it, not what happened while it was stopped. A change of `url` or `types` asks for a step-up.",
  body: ChangeWebhookEndpoint,
  response: [200, WebhookEndpoint, "The endpoint as it is now."],
  errors: ["step_up_required"],
  run: (ctx, caller, { params, body }) => changeEndpoint(ctx, caller, params.endpointId, body),
});

webhookGroup.delete("/webhook-endpoints/{endpointId}", {
  name: "deleteWebhookEndpoint",
  summary: "Delete a webhook endpoint",
  description: "Nothing is sent to it any more. Its deliveries are deleted with it.",
  response: [204, null, "The endpoint is gone."],
  run: (ctx, caller, { params }) => deleteEndpoint(ctx, caller, params.endpointId),
});

webhookGroup.post("/webhook-endpoints/{endpointId}/rotate-secret", {
  name: "rotateWebhookSecret",
  summary: "Give a webhook endpoint a new secret",
  description: "Both secrets sign for 24 hours, so that a receiver can take over the new one without missing a call.",
  response: [200, RotatedWebhookSecret, "The new secret."],
  errors: ["step_up_required", "webhook_changed"],
  run: (ctx, caller, { params }) => rotateSecret(ctx, caller, params.endpointId),
});
