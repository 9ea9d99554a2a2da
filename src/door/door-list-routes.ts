import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { DoorList, DoorListQuery } from "./door-list-schemas.ts";
import { presentList } from "./present.ts";
import { readDoorList } from "./read-door-list.ts";
import { door, doorCallerOf } from "./scanner-ticket.ts";

export const doorListRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

doorListRoutes.openapi(
  endpoint({
    name: "readDoorList",
    tag: "Door",
    method: "get",
    path: "/events/{eventId}/door-list",
    summary: "Read the guest list for a phone that may lose its network",
    description:
      "All guests in up to 256 buckets. Send the buckets that the phone has in `have`, and only those that changed come back. `keys` are for encrypting the list on the phone.",
    access: door("editor", "list"),
    params: EventPath,
    query: DoorListQuery,
    answers: { 200: json(DoorList, "The buckets that changed") },
    refusals: ["event_cancelled"],
  }),
  async (c) => c.json(presentList(await readDoorList(c.var.ctx, doorCallerOf(c), c.req.valid("query"))), 200),
);
