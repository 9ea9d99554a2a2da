import { OpenAPIHono } from "@hono/zod-openapi";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, jsonOrPage } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { UnsubscribeChange, UnsubscribeQuery, UnsubscribeState } from "./schemas.ts";
import { previewUnsubscribe, type UnsubscribeState as State, unsubscribe } from "./unsubscribe.ts";

const tag = "Guest";

export const notifierRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

notifierRoutes.openapi(
  endpoint({
    name: "previewUnsubscribe",
    tag,
    method: "get",
    path: "/unsubscribe",
    summary: "What an unsubscribe link is about",
    description: "Changes nothing. A client that does not accept JSON gets a page with buttons that unsubscribe.",
    access: PUBLIC,
    query: UnsubscribeQuery,
    ignoresUnknownParameters: true,
    answers: { 200: jsonOrPage(UnsubscribeState, "The address, masked, and what it does not get") },
    refusals: ["invalid_token"],
  }),
  async (c) => {
    return c.json(present(await previewUnsubscribe(c.var.ctx, c.req.valid("query").token)), 200);
  },
);

notifierRoutes.openapi(
  endpoint({
    name: "unsubscribe",
    tag,
    method: "post",
    path: "/unsubscribe",
    summary: "Unsubscribe an address from invitations, reminders and broadcasts",
    description:
      "The one-click target of the `List-Unsubscribe` header (RFC 8058), which ends the mails of one host; the body is not read. Mails that a person asks for, such as confirmations, edit links and password resets, are still sent. Idempotent. Only POST unsubscribes, so that link scanners do not. A browser gets a page.",
    access: PUBLIC,
    query: UnsubscribeChange,
    ignoresUnknownParameters: true,
    answers: { 200: jsonOrPage(UnsubscribeState, "What the address does not get from now on") },
    refusals: ["invalid_token"],
  }),
  async (c) => {
    const { token, scope } = c.req.valid("query");
    return c.json(present(await unsubscribe(c.var.ctx, token, scope)), 200);
  },
);

function present({ address, hostName, scope }: State) {
  return { address, host_name: hostName, scope };
}
