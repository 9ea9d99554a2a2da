import * as z from "zod";
import { STOP_REASONS } from "../../db/schema/rsvps.ts";
import { uuid, wireMoment } from "../../http/fields.ts";
import { guestName } from "../../http/guest-data.ts";
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

/** Why a waitlisted party was not offered free seats. */
export const passReason = z.enum(STOP_REASONS).meta(
  forDocs({
    description:
      "Why the party was passed over when seats were free: it could not be emailed. `bounced`, `complained`, `unsubscribed`: of its address. `mailbox_limit`: nine emails per hour from one host to one mailbox. `email_unverified`, `sending_paused`, `sending_limit`: of the event's host, who can email nobody",
  }),
);

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
    passed_over: z
      .array(
        z.object({
          guest_id: uuid,
          name: guestName,
          heads: z.int(),
          reason: passReason,
          at: wireMoment.meta(forDocs({ description: "Time at which the party was passed over" })),
        }),
      )
      .meta(forDocs({ description: "The first 100 parties in the order of the waitlist" })),
  })
  .openapi("EventSeats");
