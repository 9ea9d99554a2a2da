import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json, page } from "../http/endpoint.ts";
import { pageQuery } from "../http/fields.ts";
import { requestPlace } from "../http/request-facts.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { callerOf, session } from "../identity/accounts/session.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { changeEvent } from "./change-event.ts";
import { createEvent } from "./create-event.ts";
import { presentEvent } from "./present.ts";
import { readEvent, readEvents } from "./read-events.ts";
import { ChangeEvent, CreateEvent, Event } from "./schemas.ts";

const tag = "Events";
const limits = [perUser("events")];

export const eventRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

eventRoutes.openapi(
  endpoint({
    name: "listEvents",
    tag,
    method: "get",
    path: "/events",
    summary: "List the events on which you have a role, newest first",
    description:
      "Without events that require a second factor, while you have none: `GET /events/{eventId}` of these returns 403 `second_factor_required` with what to do.",
    access: session("events:read"),
    limits,
    query: z.object(pageQuery),
    answers: { 200: json(page(Event), "A page of events.") },
  }),
  async (c) => {
    const { rows, nextCursor } = await readEvents(c.var.ctx, callerOf(c), c.req.valid("query"));
    return c.json(
      {
        items: rows.map(({ event, role }) => presentEvent(event, role, c.var.ctx.config.REGIONS)),
        next_cursor: nextCursor,
      },
      200,
    );
  },
);

eventRoutes.openapi(
  endpoint({
    name: "createEvent",
    tag,
    method: "post",
    path: "/events",
    summary: "Create an event",
    description: "You become its owner. Four reminders to the guests are scheduled with it.",
    access: session("events:write"),
    limits,
    body: CreateEvent,
    idempotent: true,
    answers: { 201: json(Event, "The new event.") },
    refusals: ["tier_limit", "email_unverified", "sending_paused"],
  }),
  async (c) => {
    const event = await createEvent(c.var.ctx, callerOf(c), c.req.valid("json"), requestPlace(c));
    return c.json(presentEvent(event, "owner", c.var.ctx.config.REGIONS), 201);
  },
);

eventRoutes.openapi(
  endpoint({
    name: "readEvent",
    tag,
    method: "get",
    path: "/events/{eventId}",
    summary: "Read an event and your role on it",
    access: role("viewer", "events:read"),
    limits,
    params: EventPath,
    answers: { 200: json(Event, "The event.") },
  }),
  async (c) => {
    const { event, role } = await readEvent(c.var.ctx, eventCallerOf(c));
    return c.json(presentEvent(event, role, c.var.ctx.config.REGIONS), 200);
  },
);

eventRoutes.openapi(
  endpoint({
    name: "changeEvent",
    tag,
    method: "patch",
    path: "/events/{eventId}",
    summary: "Change an event",
    description:
      "Absent fields stay. Each automatic reminder keeps its distance from `event_date`: one whose new time is past is cancelled, and comes back when the event moves far enough away. A message whose time you chose, and a reminder that you cancelled, stay as they are unless `shift_messages` is true. A `capacity` below the seats that are taken is refused with who is over, the latest answers first, unless `force` is true; a larger one, or none, is offered to who waits, in their order. Guests hear of the change with `notify` alone.",
    access: role("editor", "events:write"),
    limits,
    params: EventPath,
    body: ChangeEvent,
    answers: { 200: json(Event, "The changed event.") },
    refusals: ["capacity_below_seated", "event_changed", "email_unverified", "sending_paused", "notice_limit"],
  }),
  async (c) => {
    const { event, role } = await changeEvent(c.var.ctx, eventCallerOf(c), c.req.valid("json"));
    return c.json(presentEvent(event, role, c.var.ctx.config.REGIONS), 200);
  },
);
