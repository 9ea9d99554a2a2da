import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { NOTIFIED } from "../../sending/notify.ts";

export const OfferSeat = z
  .strictObject({
    force: z
      .boolean()
      .optional()
      .meta(forDocs({ description: "Whether to offer the seats beyond the capacity" })),
  })
  .openapi("OfferSeat");

export const SeatOffer = z
  .object({
    guest_id: uuid,
    seat: z.literal("offered"),
    heads: z.int(),
    offer_expires_at: wireMoment,
    ...NOTIFIED,
  })
  .openapi("SeatOffer");

const parties = z.object({ parties: z.int(), heads: z.int() });

export const EventSeats = z
  .object({
    capacity: z.int().nullable(),
    held: z.int().meta(forDocs({ description: "People with confirmed or offered seats" })),
    left: z
      .int()
      .nullable()
      .meta(forDocs({ description: "Free seats; null: unlimited" })),
    confirmed: parties,
    offered: parties.meta(forDocs({ description: "Parties with an offer that they have not accepted or declined" })),
    waitlisted: parties,
  })
  .openapi("EventSeats");
