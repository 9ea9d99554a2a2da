import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { presentMessage } from "./present.ts";
import { readMessage } from "./read-messages.ts";
import { MessagePath, MessageWithGuests } from "./schemas.ts";

export const oneMessageRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

oneMessageRoutes.openapi(
  endpoint({
    name: "readMessage",
    tag: "Messages",
    method: "get",
    path: "/events/{eventId}/messages/{messageId}",
    summary: "Read a message, with its chosen guests",
    access: role("editor", "messages:send"),
    limits: [perUser("events")],
    params: MessagePath,
    answers: { 200: json(MessageWithGuests, "The message") },
  }),
  async (c) => {
    const { row, guestIds } = await readMessage(c.var.ctx, eventCallerOf(c), c.req.valid("param").messageId);
    const message = presentMessage(row);
    return c.json({ ...message, guest_ids: message.audience === "chosen" ? guestIds : null }, 200);
  },
);
