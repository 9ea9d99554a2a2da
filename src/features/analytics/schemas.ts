import * as z from "zod";
import { integerText, uuid, wireMoment } from "../../http/fields.ts";
import { MAX_CHANNELS, MAX_STALE_GUESTS } from "./bounds.ts";
import { RESPONSE_TIME_BUCKETS } from "./response-times.ts";

/** Days that the series shows unless asked otherwise, and at most. */
const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;

export const AnalyticsQuery = z.object({
  days: integerText(1, MAX_DAYS)
    .default(DEFAULT_DAYS)
    .meta({ description: "How many days `responses_over_time` has; the last one is today" }),
});

const count = z.int().min(0);
const answers = { attending: count, declined: count, maybe: count };
const funnel = { invited: count, opened: count, responded: count };

/** How an event's invitations do. All figures but the series count everything there is. */
export const Analytics = z
  .object({
    overview: z.object({
      guests: count.meta({ description: "Everybody on the list" }),
      invited: count.meta({ description: "Guests who were ever given a link" }),
      opened: count.meta({ description: "Guests whose invitation a person opened; link scanners do not count" }),
      responded: count.meta({ description: "Guests who answered" }),
      ...answers,
      pending: count.meta({ description: "Guests who have not answered" }),
      expected_headcount: count.meta({ description: "Guests who attend, and their companions" }),
      checked_in: count.meta({ description: "Guests who arrived, walk-ins included" }),
      response_rate: z.number().meta({ description: "responded ÷ invited, to four places; 0 when nobody is invited" }),
    }),
    responses_over_time: z.array(z.object({ date: z.iso.date(), ...answers })).meta({
      description: "Answers by the day of the event's time zone on which they were first given, as they stand now",
    }),
    funnel: z.object(funnel).meta({
      description: "An answer does not need an opening: who was seen to answer need not have been seen to open",
    }),
    time_to_respond: z
      .array(z.object({ bucket: z.enum(RESPONSE_TIME_BUCKETS), count }))
      .meta({ description: "From a guest's first link to the first answer" }),
    plus_ones: z
      .array(z.object({ plus_ones: count, count }))
      .meta({ description: "How many companions the guests who attend bring; numbers that nobody gave are left out" }),
    channels: z
      .array(z.object({ utm_source: z.string().nullable(), ...funnel }))
      .meta({ description: `By the channel of the guest's link, null where it has none; the ${MAX_CHANNELS} busiest` }),
    stale_guests: z
      .array(
        z.object({
          guest_id: uuid,
          name: z.string(),
          email: z.string().nullable(),
          invited_at: wireMoment,
          opened_at: wireMoment.nullable(),
          highlighted: z.boolean().meta({ description: "Opened and not answered" }),
        }),
      )
      .meta({
        description: `Invited guests who have not answered: those who opened first, then who has waited longest; at most ${MAX_STALE_GUESTS}`,
      }),
  })
  .openapi("Analytics");

export type Analytics = z.output<typeof Analytics>;
