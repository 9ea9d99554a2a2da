import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../env.ts";
import { PUBLIC } from "../../http/access.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { unsubscribe } from "./unsubscribe.ts";

const Unsubscribed = z.object({ status: z.literal("unsubscribed") }).openapi("Unsubscribed");

export const notifierRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

notifierRoutes.openapi(
  endpoint({
    name: "unsubscribe",
    tag: "Guest",
    method: "post",
    path: "/unsubscribe",
    summary: "End invitations, reminders and broadcasts to an address",
    description:
      "The one-click target of the `List-Unsubscribe` header (RFC 8058); the body is not read. Mails that a person asks for, such as confirmations, edit links and password resets, go on. Repeating it changes nothing, and only a POST unsubscribes: programs that follow links do not.",
    access: PUBLIC,
    query: z.object({ token: z.string().min(1).max(2_000) }),
    answers: { 200: json(Unsubscribed, "The address gets no more of these mails") },
    refusals: [400],
  }),
  async (c) => {
    await unsubscribe(c.var.services, c.req.valid("query").token);
    return c.json({ status: "unsubscribed" as const }, 200);
  },
);
