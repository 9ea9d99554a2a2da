import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { addArrivals } from "./add-arrivals.ts";
import { door, doorCallerOf } from "./scanner-ticket.ts";
import { CheckIn, CheckInPath, presentCheckIn, RecordArrivals } from "./schemas.ts";

export const arrivalRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

arrivalRoutes.openapi(
  endpoint({
    name: "addArrivals",
    tag: "Door",
    method: "post",
    path: "/events/{eventId}/check-ins/{checkInId}/arrivals",
    summary: "Add people of a party who came later",
    description:
      "The check-in's `arrival_count` is the total afterwards. More people than expected need the right `override` of a door device; undoing the check-in undoes all.",
    access: door("editor", "checkIn"),
    params: CheckInPath,
    body: RecordArrivals,
    idempotent: true,
    answers: {
      201: json(CheckIn, "They are added"),
      200: json(CheckIn, "A repetition with the same `nonce`: the check-in as it is now"),
    },
    refusals: ["party_full", "event_cancelled"],
  }),
  async (c) => {
    const input = { ...c.req.valid("json"), checkInId: c.req.valid("param").checkInId };
    const added = await addArrivals(c.var.ctx, doorCallerOf(c), input);
    return c.json(presentCheckIn(added), added.repeated ? 200 : 201);
  },
);
