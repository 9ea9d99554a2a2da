import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { callerOf, SESSION } from "../accounts/session.ts";
import { createApiKey, readApiKeys, removeApiKey } from "./api-keys.ts";
import { presentApiKey } from "./present.ts";
import { ApiKey, ApiKeyPath, CreatedApiKey, NewApiKey } from "./schemas.ts";

const tag = "API keys";

export const apiKeyRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

apiKeyRoutes.openapi(
  endpoint({
    name: "createApiKey",
    tag,
    method: "post",
    path: "/api-keys",
    summary: "Create an API key",
    description:
      "A program sends it as a bearer and acts as you, with less: only what its scopes and your role on the event both allow, and only on `event_ids` where given. Accounts, sign-in, teams, billing and keys are for people: a key gets 403 `session_required` there. It ends when you delete it, when it expires, or when your account ends; a new password doesn't end it. Asks for a step-up.",
    access: SESSION,
    body: NewApiKey,
    idempotent: true,
    answers: { 201: json(CreatedApiKey, "The key, shown this once.") },
    refusals: ["step_up_required", "api_keys_full", "outcome_erased"],
  }),
  async (c) => {
    const { row, key } = await createApiKey(c.var.ctx, callerOf(c), c.req.valid("json"));
    return c.json({ ...presentApiKey(row), key }, 201);
  },
);

apiKeyRoutes.openapi(
  endpoint({
    name: "listApiKeys",
    tag,
    method: "get",
    path: "/api-keys",
    summary: "List your API keys, newest first",
    description: "Expired ones stay until you delete them. No keys: only their beginnings.",
    access: SESSION,
    query: z.object(pageQuery),
    answers: { 200: json(page(ApiKey), "A page of your keys.") },
  }),
  async (c) => {
    const { rows, nextCursor } = await readApiKeys(c.var.ctx, callerOf(c), c.req.valid("query"));
    return c.json({ items: rows.map(presentApiKey), next_cursor: nextCursor }, 200);
  },
);

apiKeyRoutes.openapi(
  endpoint({
    name: "deleteApiKey",
    tag,
    method: "delete",
    path: "/api-keys/{keyId}",
    summary: "Delete an API key",
    description: "Its next request is refused. Its live sockets close, and scanner tickets that it made end.",
    access: SESSION,
    params: ApiKeyPath,
    answers: { 204: { description: "The key is deleted." } },
  }),
  async (c) => {
    await removeApiKey(c.var.ctx, callerOf(c), c.req.valid("param").keyId);
    return c.body(null, 204);
  },
);
