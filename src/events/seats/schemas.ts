import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";

export const OfferSeat = z
  .strictObject({
    force: z.boolean().optional().meta({ description: "Offers the seats beyond the capacity, too" }),
  })
  .openapi("OfferSeat");

/** Seats that are held for a party. */
export const SeatOffer = z
  .object({
    guest_id: uuid,
    seat: z.literal("offered"),
    heads: z.int(),
    offer_expires_at: wireMoment,
  })
  .openapi("SeatOffer");

const parties = z.object({ parties: z.int(), heads: z.int() });

/** The seats of an event. */
export const EventSeats = z
  .object({
    capacity: z.int().nullable(),
    held: z.int().meta({ description: "Heads of confirmed and offered seats" }),
    left: z.int().nullable().meta({
      description: "Heads that are free: 0 beyond the capacity, null without one",
    }),
    confirmed: parties,
    offered: parties.meta({ description: "Held for waiting parties that have not answered the offer" }),
    waitlisted: parties,
  })
  .openapi("EventSeats");
