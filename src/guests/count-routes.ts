import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { countGuests } from "./count-guests.ts";
import { GuestCounts } from "./count-schemas.ts";
import { EventPath } from "./schemas.ts";

export const guestCountRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

guestCountRoutes.openapi(
  endpoint({
    name: "countGuests",
    tag: "Guests",
    method: "get",
    path: "/events/{eventId}/guests/counts",
    summary: "Count guests by what the list can be filtered by",
    description: "Reads the whole list: ask again when something has changed, not in a loop.",
    access: role("viewer", "guests:read"),
    limits: [perUser("guests")],
    params: EventPath,
    answers: { 200: json(GuestCounts, "The counts of now, and the tags and tables that guests have") },
  }),
  async (c) => c.json(await countGuests(c.var.ctx, eventCallerOf(c)), 200),
);
