import * as z from "zod";
import { SEATS } from "../kernel/rsvp.ts";

/** Answers to questions, as they are stored. */
const Answers = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).meta({
  description: "Values by question id, also of questions that were removed since",
  example: { "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian" },
});

/** What an answer says of the people of a party. */
export const party = {
  companions: z
    .array(
      z.object({
        name: z.string().nullable().meta({ description: "Null: not named yet" }),
        attending: z.boolean(),
        answers: Answers,
      }),
    )
    .meta({ description: "Empty where only a number was given; else `plus_ones` of them attend" }),
  answers: Answers,
  answered_by: z.enum(["guest", "host"]).meta({ description: "Who gave this answer" }),
};

/** Where an answer stands in an event with a capacity. */
export const place = {
  seat: z.enum(SEATS).nullable().meta({ description: "Null: not attending, or an offered seat was not taken" }),
  waitlist_position: z
    .int()
    .nullable()
    .meta({ description: "1 is next. Null: not on the waitlist, or behind the first 100" }),
  offer_expires_at: z.iso.datetime().nullable().meta({ description: "Until when an offered seat is held" }),
};
