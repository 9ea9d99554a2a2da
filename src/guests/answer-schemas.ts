import * as z from "zod";
import { rsvps } from "../db/schema/rsvps.ts";
import { guestData } from "../http/guest-data.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { SEATS } from "../kernel/rsvp.ts";

/** Answers to questions in their stored form. */
const Answers = guestData(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
).meta(
  forDocs({
    description: "Answers by question ID, including those to removed questions",
    example: { "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian" },
  }),
);

/** The fields of an RSVP about the people of a party. */
export const party = {
  companions: z
    .array(
      z.object({
        name: guestData(z.string().nullable()).meta(forDocs({ description: "Null: not named yet" })),
        attending: z.boolean(),
        answers: Answers,
      }),
    )
    .meta(forDocs({ description: "Companions; `plus_ones` of them attend. Empty if only a number was given" })),
  answers: Answers,
  answered_by: z
    .enum(rsvps.answeredBy.enumValues)
    .meta(forDocs({ description: "Whether the guest or a host submitted this RSVP" })),
};

/** The risk score of an RSVP, which only members of the event see. */
export const score = {
  risk_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .meta(
      forDocs({
        description:
          "Risk score of the access that sent this version; null: no score in time, or a host recorded the RSVP. Guests never see it",
      }),
    ),
};

/** Seat and waitlist position of an RSVP, at an event with a capacity. */
export const place = {
  seat: z
    .enum(SEATS)
    .nullable()
    .meta(forDocs({ description: "Null: not attending, or an offered seat was not accepted" })),
  waitlist_position: z
    .int()
    .nullable()
    .meta(forDocs({ description: "Position on the waitlist, 1 is next; null: not on it, or behind the first 100" })),
  offer_expires_at: z.iso
    .datetime()
    .nullable()
    .meta(forDocs({ description: "Time until which an offered seat is held; null: no offer" })),
};
