import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { presentEvent } from "../present.ts";
import { Event } from "../schemas.ts";
import { copyEvent } from "./copy-event.ts";
import { CopyEvent } from "./schemas.ts";

export const eventCopyRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

eventCopyRoutes.openapi(
  endpoint({
    name: "copyEvent",
    tag: "Events",
    method: "post",
    path: "/events/{eventId}/copy",
    summary: "Copy an event",
    description:
      "You become the owner of the copy, whoever owns the other one, and its tier is yours. It has the settings of the other one, with the times moved by as much as `event_date`, and the team is you alone.",
    access: role("editor", "events:write"),
    limits: [perUser("events")],
    params: EventPath,
    body: CopyEvent,
    idempotent: true,
    answers: { 201: json(Event, "The copy.") },
    refusals: ["tier_limit", "feature_not_in_tier"],
  }),
  async (c) => {
    const { include = [], ...copy } = c.req.valid("json");
    const event = await copyEvent(c.var.ctx, eventCallerOf(c), { ...copy, include });
    return c.json(presentEvent(event, "owner", c.var.ctx.config.REGIONS), 201);
  },
);
