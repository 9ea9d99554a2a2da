import { page } from "../../http/endpoint.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { session } from "../../identity/accounts/session.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { changeEndpoint, deleteEndpoint } from "./change-endpoint.ts";
import { createEndpoint } from "./create-endpoint.ts";
import { readEndpoint, readEndpoints } from "./read-endpoint.ts";
import { rotateSecret } from "./rotate-secret.ts";
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
  summary: forDocs("Create a webhook endpoint"),
  description: forDocs(
    "Creates an endpoint for future activities of one event (requires editor) or of all events you own. Calls are signed by Standard Webhooks; the secret is returned only once. An API key needs `events:read` for types that begin with `event.`, `guests:read` for all others, and both for `*`. The endpoint of an API key stops when the key is deleted or expires. A password reset by email deletes all endpoints. An account can have 10 endpoints (409 `webhook_limit_reached`). A session requires a step-up, and an email notifies you.",
  ),
  body: CreateWebhookEndpoint,
  idempotent: true,
  response: [201, CreatedWebhookEndpoint, forDocs("The endpoint, with its secret")],
  errors: ["not_found", "role_too_low", "step_up_required", "webhook_changed", "webhook_limit_reached"],
  run: async (ctx, caller, { body }) => {
    const { endpoint, secret } = await createEndpoint(ctx, caller, body);
    return { ...endpoint, secret };
  },
});

webhookGroup.get("/webhook-endpoints", {
  name: "readWebhookEndpoints",
  summary: forDocs("List webhook endpoints"),
  description: forDocs("Returns all your webhook endpoints, oldest first, without their secrets."),
  response: [200, page(WebhookEndpoint), forDocs("All webhook endpoints")],
  run: async (ctx, caller) => ({ items: await readEndpoints(ctx, caller), nextCursor: null }),
});

webhookGroup.get("/webhook-endpoints/{endpointId}", {
  name: "readWebhookEndpoint",
  summary: forDocs("Get a webhook endpoint"),
  description: forDocs("Returns a webhook endpoint without its secret."),
  response: [200, WebhookEndpoint, forDocs("The endpoint")],
  run: async (ctx, caller, { params }) => (await readEndpoint(ctx, caller, params.endpointId)).endpoint,
});

webhookGroup.patch("/webhook-endpoints/{endpointId}", {
  name: "changeWebhookEndpoint",
  summary: forDocs("Update a webhook endpoint"),
  description: forDocs(
    "Updates the fields you send. `status` disables and enables the endpoint. An enabled endpoint gets the deliveries that were pending, but not what happened while it was disabled. Changing `url` or `types` requires a step-up, and an email notifies you. An API key can change only the endpoints that it created (403 `session_required`).",
  ),
  body: ChangeWebhookEndpoint,
  response: [200, WebhookEndpoint, forDocs("The updated endpoint")],
  errors: ["session_required", "step_up_required", "webhook_changed"],
  run: (ctx, caller, { params, body }) => changeEndpoint(ctx, caller, params.endpointId, body),
});

webhookGroup.delete("/webhook-endpoints/{endpointId}", {
  name: "deleteWebhookEndpoint",
  summary: forDocs("Delete a webhook endpoint"),
  description: forDocs(
    "Deletes the endpoint and its deliveries. Pending deliveries are not sent. An API key can delete only the endpoints that it created (403 `session_required`).",
  ),
  response: [204, null, forDocs("The endpoint is deleted")],
  errors: ["session_required", "webhook_changed"],
  run: (ctx, caller, { params }) => deleteEndpoint(ctx, caller, params.endpointId),
});

webhookGroup.post("/webhook-endpoints/{endpointId}/rotate-secret", {
  name: "rotateWebhookSecret",
  summary: forDocs("Rotate a webhook secret"),
  description: forDocs(
    "Returns a new secret. Both secrets sign for 24 hours, so that a receiver can switch without missing a call. Requires a step-up, and an email notifies you. An API key can rotate only the secrets of endpoints that it created (403 `session_required`).",
  ),
  response: [200, RotatedWebhookSecret, forDocs("The new secret")],
  errors: ["session_required", "step_up_required", "webhook_changed"],
  run: (ctx, caller, { params }) => rotateSecret(ctx, caller, params.endpointId),
});
