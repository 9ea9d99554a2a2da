import * as z from "zod";
import { page, paged } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { SESSION } from "../accounts/session.ts";
import { createApiKey, readApiKeys, removeApiKey } from "./api-keys.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import { ApiKey, CreatedApiKey, NewApiKey, RotateApiKey } from "./schemas.ts";

const apiKeyGroup = routes({ tag: "API keys", access: SESSION });
export const apiKeyRoutes = apiKeyGroup.app;

apiKeyGroup.post("/api-keys", {
  name: "createApiKey",
  summary: forDocs("Create an API key"),
  description: forDocs(
    "Creates a key that a program sends as a bearer token to act as you. The key can do only what both its scopes and your role on the event allow, and only on `event_ids` if given. Operations on accounts, sign-in, teams, billing and keys return 403 `session_required`. The key works until you delete it, it expires, or your account is deleted; changing your password does not revoke it. An account can have 25 keys (409 `api_keys_full`). Requires a step-up.",
  ),
  body: NewApiKey,
  idempotent: true,
  response: [201, CreatedApiKey, forDocs("The key, returned only once")],
  errors: ["step_up_required", "api_keys_full", "outcome_erased"],
  run: async (ctx, caller, { body }) => {
    const { row, key } = await createApiKey(ctx, caller, body);
    return { ...row, key };
  },
});

apiKeyGroup.post("/api-keys/{keyId}/rotate", {
  name: "rotateApiKey",
  summary: forDocs("Rotate an API key"),
  description: forDocs(
    "Returns a new key with the name, scopes, events, networks and expiry of the old one. The old key ends immediately, or after `hours`, at most 72; it ends up to 30 seconds late. Its webhook endpoints belong to the new key from now on. What the old key opened, such as live sockets and scanner tickets, ends with it. An email tells you. A key that has expired or was rotated before returns 409 `api_key_ended`. Requires a step-up.",
  ),
  body: RotateApiKey,
  idempotent: true,
  response: [201, CreatedApiKey, forDocs("The new key, returned only once")],
  errors: ["step_up_required", "not_found", "api_key_ended", "api_keys_full", "outcome_erased"],
  run: async (ctx, caller, { params, body }) => {
    const { row, key } = await rotateApiKey(ctx, caller, { keyId: params.keyId, hours: body.hours });
    return { ...row, key };
  },
});

apiKeyGroup.get("/api-keys", {
  name: "listApiKeys",
  summary: forDocs("List API keys"),
  description: forDocs(
    "Returns your API keys, newest first, with the first 12 characters of each. Expired keys are included until you delete them.",
  ),
  query: z.object(pageQuery),
  response: [200, page(ApiKey), forDocs("A page of API keys")],
  run: async (ctx, caller, { query }) => paged(await readApiKeys(ctx, caller, query)),
});

apiKeyGroup.delete("/api-keys/{keyId}", {
  name: "deleteApiKey",
  summary: forDocs("Delete an API key"),
  description: forDocs(
    "Deletes a key: its next request returns 401. Closes its live sockets and revokes the scanner tickets it created.",
  ),
  response: [204, null, forDocs("The key is deleted")],
  run: (ctx, caller, { params }) => removeApiKey(ctx, caller, params.keyId),
});
