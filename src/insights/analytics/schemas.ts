import * as z from "zod";
import { StandingCounts } from "../../guests/list-schemas.ts";
import { flag, integerText, uuid, wireMoment } from "../../http/fields.ts";
import { guestData, guestEmail } from "../../http/guest-data.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { forDocs } from "../../kernel/for-docs.ts";

/** Entries of `stale_guests`. The number of all silent guests is in `standings`. */
export const MAX_STALE_GUESTS = 50;

/** Entries of `channels`. */
export const MAX_CHANNELS = 100;

/** Buckets of the time to respond, in ascending order. */
export const RESPONSE_TIMES = [
  { bucket: "under_1h", underMs: HOUR_MS },
  { bucket: "1h_to_6h", underMs: 6 * HOUR_MS },
  { bucket: "6h_to_24h", underMs: DAY_MS },
  { bucket: "1d_to_3d", underMs: 3 * DAY_MS },
  { bucket: "3d_to_7d", underMs: 7 * DAY_MS },
  { bucket: "7d_to_14d", underMs: 14 * DAY_MS },
] as const;

/** The bucket after the last of them. */
export const LATEST = "over_14d";

export const RESPONSE_TIME_BUCKETS = [...RESPONSE_TIMES.map(({ bucket }) => bucket), LATEST] as const;

export type ResponseTimeBucket = (typeof RESPONSE_TIME_BUCKETS)[number];

const DEFAULT_DAYS = 30;

const MAX_DAYS = 365;

export const AnalyticsQuery = z.object({
  days: integerText(1, MAX_DAYS)
    .default(DEFAULT_DAYS)
    .meta(forDocs({ description: "Number of days in `responses_over_time`, up to today" })),
});

const count = z.int().min(0);

const answers = { attending: count, declined: count, maybe: count };

const funnel = { invited: count, opened: count, responded: count };

/** An event's analytics. All figures but the series cover the event's whole history. */
export const Analytics = z
  .object({
    overview: z.object({
      guests: count.meta(forDocs({ description: "Guests on the list" })),
      invited: count.meta(forDocs({ description: "Guests who got a link" })),
      opened: count.meta(forDocs({ description: "Guests whose invitation a person opened" })),
      responded: count.meta(forDocs({ description: "Guests with an RSVP" })),
      ...answers,
      pending: count.meta(forDocs({ description: "Guests without an RSVP" })),
      expected_headcount: count.meta(
        forDocs({
          description:
            "Number of people with a confirmed seat: guests whose standing is `coming`, and their companions",
        }),
      ),
      standings: StandingCounts,
      checked_in: count.meta(forDocs({ description: "Guests who are checked in, including walk-ins" })),
      response_rate: z
        .number()
        .meta(forDocs({ description: "`responded` ÷ `invited`, rounded to four decimals; 0 if no guest is invited" })),
    }),
    responses_over_time: z
      .array(z.object({ date: z.iso.date(), ...answers }))
      .meta(forDocs({ description: "Current RSVPs, by the day of the first RSVP in the event's time zone" })),
    funnel: z
      .object(funnel)
      .meta(forDocs({ description: "`opened` can be less than `responded`, because an RSVP does not require a view" })),
    time_to_respond: z
      .array(z.object({ bucket: z.enum(RESPONSE_TIME_BUCKETS), count }))
      .meta(forDocs({ description: "Time from a guest's first link to the first RSVP" })),
    plus_ones: z
      .array(z.object({ plus_ones: count, count }))
      .meta(forDocs({ description: "Attending guests by number of companions; omits numbers without guests" })),
    channels: z.array(z.object({ utm_source: z.string().nullable(), ...funnel })).meta(
      forDocs({
        description: `Counts by the channel of the guest's link, null: none; the ${MAX_CHANNELS} channels with the most invited guests`,
      }),
    ),
    stale_guests: z
      .array(
        z.object({
          guest_id: uuid,
          name: guestData(z.string().nullable()).meta(
            forDocs({ description: "Null for an API key without `guests:read`, as `email`" }),
          ),
          email: guestEmail,
          invited_at: wireMoment,
          opened_at: wireMoment.nullable(),
          highlighted: flag(forDocs("Whether the invitation is opened but has no RSVP")),
        }),
      )
      .meta(
        forDocs({
          description: `Guests whose standing is \`silent\`, at most ${MAX_STALE_GUESTS}: guests who opened the invitation first, then by time of invitation`,
        }),
      ),
  })
  .openapi("Analytics");

export const ArrivalCounts = z
  .object({
    items: z.array(z.object({ at: wireMoment, guests: count, heads: count })).meta(
      forDocs({
        description:
          "Quarters of an hour with arrivals, oldest first. A party counts with all its people when its first person arrives",
      }),
    ),
  })
  .openapi("ArrivalCounts");

export type Analytics = z.output<typeof Analytics>;
