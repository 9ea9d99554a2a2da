import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import type { Seat } from "../../kernel/rsvp.ts";
import { offerOutOfTurn } from "./offer-out-of-turn.ts";
import { readSeats, type SeatCounts } from "./read-seats.ts";
import { EventSeats, OfferSeat, SeatOffer } from "./schemas.ts";

const seatGroup = routes({ tag: "Guests", access: role("viewer", "guests:read"), limits: [perUser("guests")] });

export const seatRoutes = seatGroup.app;

seatGroup.get("/events/{eventId}/seats", {
  name: "readSeats",
  summary: forDocs("Count the seats of an event"),
  description: forDocs(
    "Returns the confirmed, offered and waitlisted seats. Seats are counted in people: guests and their companions. Confirmed and offered seats count against the capacity. `passed_over` has the waitlisted parties that could not be emailed when seats were free: the seats went to the next party that could, or stay free. Such a party keeps its place. It is offered free seats again when the reason ends, and you can offer it a seat yourself. Seats that an API key with neither `invitations:send` nor `messages:send` makes free are not offered automatically: they stay free for the waitlist until you offer them, or until other seats are offered.",
  ),
  response: [200, EventSeats, forDocs("The seats")],
  run: async (ctx, caller) => presentSeats(await readSeats(ctx, caller)),
});

seatGroup.post("/events/{eventId}/guests/{guestId}/offer", {
  name: "offerSeat",
  summary: forDocs("Offer a guest a seat"),
  description: forDocs(
    "Offers a seat to a waitlisted party, or to a party whose offer has expired, ahead of its turn. The seats are held for the event's `offer_hours`, at the latest until the event starts, and the guest is emailed: `notified` is false with the `reason` if the guest cannot be, and the seats are held all the same. Once the event has started, returns 409 `event_started`: add the party at the door instead. Returns 409 `event_full` with the seats `left` if there are too few, unless `force` is true. The order of the waitlist is unchanged.",
  ),
  access: role("editor", "guests:write"),
  body: OfferSeat,
  response: [200, SeatOffer, forDocs("The offer")],
  errors: ["event_cancelled", "event_full", "event_over", "event_started", "list_changed", "not_waiting"],
  run: async (ctx, caller, { params, body: { force = false } }) => {
    const offer = await offerOutOfTurn(ctx, caller, params.guestId, { force });
    return { ...offer, seat: "offered" as const, offerExpiresAt: offer.expiresAt };
  },
});

function presentSeats({ capacity, counts, passedOver }: SeatCounts) {
  // By seat, so that the numbers add up to the capacity: a party that was added at the door keeps its seat.
  const of = (wanted: Seat) => {
    const found = counts.find(({ seat }) => seat === wanted);
    return { parties: found?.parties ?? 0, heads: found?.heads ?? 0 };
  };
  const confirmed = of("confirmed");
  const offered = of("offered");
  const held = confirmed.heads + offered.heads;
  return {
    capacity,
    held,
    left: capacity === null ? null : Math.max(0, capacity - held),
    confirmed,
    offered,
    waitlisted: of("waitlisted"),
    passedOver,
  };
}
