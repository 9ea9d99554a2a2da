import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { writeToGuest } from "./create-message.ts";
import { presentMessage } from "./present.ts";
import { GuestPath, Message, WriteToGuest } from "./schemas.ts";

export const guestMessageRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

guestMessageRoutes.openapi(
  endpoint({
    name: "writeToGuest",
    tag: "Messages",
    method: "post",
    path: "/events/{eventId}/guests/{guestId}/messages",
    summary: "Write to one guest now",
    description: "A message like any other: it is in the list of messages, with one delivery.",
    access: role("editor", "messages:send"),
    limits: [perUser("events")],
    params: GuestPath,
    body: WriteToGuest,
    idempotent: true,
    answers: { 201: json(Message, "The message, due now") },
    refusals: ["feature_disabled", "feature_not_in_tier", "email_unverified", "sending_paused"],
  }),
  async (c) => {
    const input = { ...c.req.valid("json"), guestId: c.req.valid("param").guestId };
    return c.json(presentMessage(await writeToGuest(c.var.ctx, eventCallerOf(c), input)), 201);
  },
);
