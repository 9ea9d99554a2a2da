import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { cancelEvent, reinstateEvent } from "./cancel-event.ts";
import { presentEvent } from "./present.ts";
import { CancelEvent, Event, ReinstateEvent } from "./schemas.ts";

const tag = "Events";
const limits = [perUser("events")];

export const cancellationRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

cancellationRoutes.openapi(
  endpoint({
    name: "cancelEvent",
    tag,
    method: "post",
    path: "/events/{eventId}/cancel",
    summary: "Cancel an event",
    description:
      "The invitation says so, and the calendar file takes the event out. Reminders and scheduled messages are cancelled with it. Cancelling an event that is cancelled changes nothing and mails nobody.",
    access: role("editor", "events:write"),
    limits,
    params: EventPath,
    body: CancelEvent,
    answers: { 200: json(Event, "The cancelled event.") },
    refusals: ["event_changed", "notice_limit"],
  }),
  async (c) => {
    const { event, role: held } = await cancelEvent(c.var.ctx, eventCallerOf(c), c.req.valid("json"));
    return c.json(presentEvent(event, held, c.var.ctx.config.REGIONS), 200);
  },
);

cancellationRoutes.openapi(
  endpoint({
    name: "reinstateEvent",
    tag,
    method: "post",
    path: "/events/{eventId}/reinstate",
    summary: "Reinstate a cancelled event",
    description:
      "Reminders and scheduled messages that were cancelled with it come back, as far as their time is still to come. Reinstating an event that takes place changes nothing and mails nobody.",
    access: role("editor", "events:write"),
    limits,
    params: EventPath,
    body: ReinstateEvent,
    answers: { 200: json(Event, "The event.") },
    refusals: ["event_changed", "notice_limit"],
  }),
  async (c) => {
    const { event, role: held } = await reinstateEvent(c.var.ctx, eventCallerOf(c), c.req.valid("json"));
    return c.json(presentEvent(event, held, c.var.ctx.config.REGIONS), 200);
  },
);
