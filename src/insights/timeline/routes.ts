import { OpenAPIHono } from "@hono/zod-openapi";
import { GuestPath } from "../../guests/schemas.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { readTimeline } from "./read-timeline.ts";
import { TimelineItem, TimelineQuery } from "./schemas.ts";

export const timelineRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

timelineRoutes.openapi(
  endpoint({
    name: "readTimeline",
    tag: "Guests",
    method: "get",
    path: "/events/{eventId}/guests/{guestId}/timeline",
    summary: "List what happened with a guest, newest first",
    description:
      "Links, mails and what became of them, openings by people and by programs, answers and edits, messages and check-ins. A mail has one item, at the time of its last change: it moves up when it is delivered or comes back.",
    access: role("viewer", "guests:read"),
    limits: [perUser("guests")],
    params: GuestPath,
    query: TimelineQuery,
    answers: { 200: json(page(TimelineItem), "A page of the timeline") },
  }),
  async (c) => {
    const { guestId } = c.req.valid("param");
    const { rows, nextCursor } = await readTimeline(c.var.ctx, eventCallerOf(c), guestId, c.req.valid("query"));
    return c.json({ items: rows, next_cursor: nextCursor }, 200);
  },
);
