import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { forDocs } from "../kernel/for-docs.ts";
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
    summary: forDocs("Add late arrivals"),
    description: forDocs(
      "Adds people of the party who came later; `arrival_count` of the response is the new total. A door device needs the right `override` to add more people than expected. Undoing the check-in undoes all arrivals. A check-in has at most 20 people (409 `party_full`).",
    ),
    access: door("editor", "checkIn"),
    params: CheckInPath,
    body: RecordArrivals,
    idempotent: true,
    responses: {
      201: json(CheckIn, forDocs("The updated check-in")),
      200: json(CheckIn, forDocs("The check-in after an earlier request with the same `nonce`")),
    },
    errors: ["party_full", "event_cancelled"],
  }),
  async (c) => {
    const input = { ...c.req.valid("json"), checkInId: c.req.valid("param").checkInId };
    const added = await addArrivals(c.var.ctx, doorCallerOf(c), input);
    return c.json(presentCheckIn(added), added.repeated ? 200 : 201);
  },
);
