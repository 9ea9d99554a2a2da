import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { perUser } from "../accounts/user-limit.ts";
import { EventPath } from "../events/schemas.ts";
import { eventCallerOf, role } from "../members/require-role.ts";
import { LiveEvent } from "./live-event.ts";
import { readActivity } from "./read-activity.ts";

export const monitorRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

monitorRoutes.openapi(
  endpoint({
    name: "readActivity",
    tag: "Monitor",
    method: "get",
    path: "/events/{eventId}/activity",
    summary: "What happened on an event, newest first",
    description: "Answers, edits, arrivals, and every scored access, blocked ones included.",
    access: role("viewer"),
    limits: [perUser("events")],
    params: EventPath,
    query: z.object(pageQuery),
    answers: { 200: json(page(LiveEvent), "A page of activity") },
  }),
  async (c) => {
    const { rows, nextCursor } = await readActivity(c.var.services, eventCallerOf(c), c.req.valid("query"));
    return c.json({ items: rows, next_cursor: nextCursor }, 200);
  },
);
