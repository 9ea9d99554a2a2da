import { OpenAPIHono } from "@hono/zod-openapi";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, jsonOrPage } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { Unsubscribed, UnsubscribePreview, UnsubscribeQuery } from "./schemas.ts";
import { previewUnsubscribe, unsubscribe } from "./unsubscribe.ts";

const tag = "Guest";

export const notifierRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

notifierRoutes.openapi(
  endpoint({
    name: "previewUnsubscribe",
    tag,
    method: "get",
    path: "/unsubscribe",
    summary: "The address of an unsubscribe link",
    description: "Changes nothing. A client that does not accept JSON gets a page with a button that unsubscribes.",
    access: PUBLIC,
    query: UnsubscribeQuery,
    ignoresUnknownParameters: true,
    answers: { 200: jsonOrPage(UnsubscribePreview, "The address, masked") },
    refusals: ["invalid_token"],
  }),
  async (c) => {
    const address = await previewUnsubscribe(c.var.ctx, c.req.valid("query").token);
    return c.json({ address }, 200);
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
      "The one-click target of the `List-Unsubscribe` header (RFC 8058); the body is not read. Mails that a person asks for, such as confirmations, edit links and password resets, are still sent. Idempotent. Only POST unsubscribes, so that link scanners do not. A browser gets a page.",
    access: PUBLIC,
    query: UnsubscribeQuery,
    ignoresUnknownParameters: true,
    answers: { 200: jsonOrPage(Unsubscribed, "The address is unsubscribed") },
    refusals: ["invalid_token"],
  }),
  async (c) => {
    await unsubscribe(c.var.ctx, c.req.valid("query").token);
    return c.json({ status: "unsubscribed" as const }, 200);
  },
);
