import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { offerOutOfTurn } from "./offer-out-of-turn.ts";
import { presentOffer, presentSeats } from "./present.ts";
import { readSeats } from "./read-seats.ts";
import { EventSeats, OfferSeat, SeatOffer, SeatPath } from "./schemas.ts";

const tag = "Guests";
const limits = [perUser("guests")];

export const seatRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

seatRoutes.openapi(
  endpoint({
    name: "readSeats",
    tag,
    method: "get",
    path: "/events/{eventId}/seats",
    summary: "Count the seats of an event",
    description: "Heads are guests and who comes with them. Confirmed and offered seats count against the capacity.",
    access: role("viewer", "guests:read"),
    limits,
    params: EventPath,
    answers: { 200: json(EventSeats, "The seats that are taken, offered and waited for.") },
  }),
  async (c) => c.json(presentSeats(await readSeats(c.var.ctx, eventCallerOf(c))), 200),
);

seatRoutes.openapi(
  endpoint({
    name: "offerSeat",
    tag,
    method: "post",
    path: "/events/{eventId}/guests/{guestId}/offer",
    summary: "Offer a waiting guest a seat out of turn",
    description:
      "The seats are held for the party for `offer_hours` of the event, and the guest is told by mail. Works for a party that waits and for one whose offer has run out. Without enough free seats the answer is 409 `event_full`, which says how many are `left`; with `force` the seats are offered beyond the capacity. The waitlist keeps its order.",
    access: role("editor", "guests:write"),
    limits,
    params: SeatPath,
    body: OfferSeat,
    answers: { 200: json(SeatOffer, "The offer.") },
    refusals: ["event_cancelled", "event_full", "event_over", "list_changed", "not_waiting"],
  }),
  async (c) => {
    const { force = false } = c.req.valid("json");
    const offer = await offerOutOfTurn(c.var.ctx, eventCallerOf(c), c.req.valid("param").guestId, { force });
    return c.json(presentOffer(offer), 200);
  },
);
