import * as z from "zod";
import { page, paged } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { SESSION } from "../accounts/session.ts";
import { createApiKey, readApiKeys, removeApiKey } from "./api-keys.ts";
import { ApiKey, CreatedApiKey, NewApiKey } from "./schemas.ts";

const apiKeyGroup = routes({ tag: "API keys", access: SESSION });
export const apiKeyRoutes = apiKeyGroup.app;

apiKeyGroup.post("/api-keys", {
  name: "createApiKey",
  summary: "Create an API key",
  description:
    "A program sends it as a bearer and acts as you, with less: only what its scopes and your role on the event both allow, and only on `event_ids` where given. Accounts, sign-in, teams, billing and keys are for people: a key gets 403 `session_required` there. It ends when you delete it, when it expires, or when your account ends; a new password doesn't end it. Asks for a step-up.",
  body: NewApiKey,
  idempotent: true,
  response: [201, CreatedApiKey, "The key, shown this once."],
  errors: ["step_up_required", "api_keys_full", "outcome_erased"],
  run: async (ctx, caller, { body }) => {
    const { row, key } = await createApiKey(ctx, caller, body);
    return { ...row, key };
  },
});

apiKeyGroup.get("/api-keys", {
  name: "listApiKeys",
  summary: "List your API keys, newest first",
  description: "Expired ones stay until you delete them. No keys: only their beginnings.",
  query: z.object(pageQuery),
  response: [200, page(ApiKey), "A page of your keys."],
  run: async (ctx, caller, { query }) => paged(await readApiKeys(ctx, caller, query)),
});

apiKeyGroup.delete("/api-keys/{keyId}", {
  name: "deleteApiKey",
  summary: "Delete an API key",
  description: "Its next request is refused. Its live sockets close, and scanner tickets that it made end.",
  response: [204, null, "The key is deleted."],
  run: (ctx, caller, { params }) => removeApiKey(ctx, caller, params.keyId),
});
