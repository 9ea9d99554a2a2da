import * as z from "zod";
import { line, pageQuery } from "../http/fields.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { RESPONSES, SEATS, STANDINGS, type Standing } from "../kernel/rsvp.ts";
import { SORTS } from "./list-queries.ts";
import { DELIVERY_STATUSES, Guest } from "./schemas.ts";

/** Values of the `response` filter. `pending`: no RSVP yet. */
const RESPONSE_FILTERS = [...RESPONSES, "pending"] as const;

/** Seats of a party. `none`: no RSVP, not attending, or the event was full. */
const SEAT_FILTERS = [...SEATS, "none"] as const;

/** `true` or `false` in a query. */
const yesNo = z.enum(["true", "false"]).transform((text) => text === "true");

export const GuestQuery = z.object({
  q: line(100)
    .optional()
    .meta(
      forDocs({
        description:
          "Name of the guest or a companion, or part of an email address or a phone number. Ignores case, accents in names and punctuation in phone numbers. If no name matches, names with typing mistakes do",
      }),
    ),
  response: z
    .enum(RESPONSE_FILTERS)
    .optional()
    .meta(forDocs({ description: "`pending`: no RSVP yet" })),
  standing: z
    .preprocess((sent) => (typeof sent === "string" ? sent.split(",") : sent), z.array(z.enum(STANDINGS)))
    .optional()
    .meta(
      forDocs({
        description:
          "One or several standings: `standing=offered&standing=waitlisted`, or `standing=offered,waitlisted`",
      }),
    ),
  delivery: z
    .enum([...DELIVERY_STATUSES, "undelivered"])
    .optional()
    .meta(
      forDocs({
        description:
          "Delivery status of the last invitation. `failed` includes emails that the recipient's server rejected immediately, which are shown as `bounced`. `undelivered`: `bounced`, `complained`, `suppressed` or `failed`",
      }),
    ),
  tag: line(50)
    .optional()
    .meta(forDocs({ description: "Guests with this tag, ignoring case" })),
  table: line(100)
    .optional()
    .meta(forDocs({ description: "Guests at this table" })),
  invited: yesNo.optional().meta(forDocs({ description: "Whether a link was issued" })),
  opened: yesNo.optional().meta(forDocs({ description: "Whether a person, not a bot, has opened the invitation" })),
  checked_in: yesNo.optional().meta(forDocs({ description: "Whether someone of the party is checked in" })),
  seat: z
    .enum(SEAT_FILTERS)
    .optional()
    .meta(forDocs({ description: "`none`: no RSVP, not attending, or an offer that was not accepted" })),
  devices: z
    .string()
    .regex(/^gt:\d{1,2}$/, "must be gt: and a number, such as gt:2")
    .transform((text) => Number(text.slice(3)))
    .optional()
    .meta(
      forDocs({
        description:
          "`gt:2`: guests whose link was opened on more than two devices, such as a forwarded link. Devices seen once count once per user agent",
        example: "gt:2",
      }),
    ),
  sort: z
    .enum(SORTS)
    .optional()
    .meta(
      forDocs({
        description: "Ascending, or descending with `-`; guests without a value are last. Default: `-created_at`",
      }),
    ),
  ...pageQuery,
});

export type GuestFilter = Omit<z.output<typeof GuestQuery>, "limit" | "cursor">;

/** Counts of guests per standing. */
export const StandingCounts = z
  .object({
    walk_in: z.int().meta(forDocs({ description: "Guests who were added at the door" })),
    coming: z.int().meta(forDocs({ description: "Attending, with a confirmed seat" })),
    offered: z.int().meta(forDocs({ description: "Attending, with an offered seat that is not accepted yet" })),
    waitlisted: z.int().meta(forDocs({ description: "Attending, on the waitlist" })),
    unseated: z.int().meta(forDocs({ description: "Attending, but the offer of a seat ran out" })),
    maybe: z.int().meta(forDocs({ description: "RSVPs with `maybe`" })),
    declined: z.int().meta(forDocs({ description: "RSVPs with `declined`" })),
    silent: z.int().meta(forDocs({ description: "Invited, without an RSVP" })),
    not_invited: z.int().meta(forDocs({ description: "Without an RSVP and without a link" })),
  } satisfies Record<Standing, z.ZodType>)
  .meta(forDocs({ description: "Guests per standing. Each guest has one, so they add up to `guests`" }));

/** A guest of a list. */
export const ListedGuest = Guest.extend({
  matched_companion: z
    .string()
    .nullable()
    .optional()
    .meta(
      forDocs({ description: "Only with `q`: the companion by whose name the search found the guest; null: none" }),
    ),
}).openapi("ListedGuest");

/** Counts of guests per filter of `listGuests`. */
export const GuestCounts = z
  .object({
    guests: z.int(),
    attending: z.int(),
    maybe: z.int(),
    declined: z.int(),
    silent: z.int().meta(forDocs({ description: "Guests who are invited and have no RSVP" })),
    waitlisted: z.int().meta(forDocs({ description: "`seat=waitlisted`" })),
    not_invited: z.int().meta(forDocs({ description: "`invited=false`" })),
    undelivered: z.int().meta(forDocs({ description: "`delivery=undelivered`" })),
    checked_in: z.int(),
    expected: z
      .int()
      .meta(
        forDocs({ description: "Number of people: attending guests and their companions, with or without a seat" }),
      ),
    people_coming: z.int().meta(
      forDocs({
        description: "Number of people with a confirmed seat: guests whose standing is `coming`, and their companions",
      }),
    ),
    standings: StandingCounts,
    tags: z
      .array(z.object({ tag: z.string(), guests: z.int() }))
      .meta(forDocs({ description: "Tags by name; spellings that differ only in case are one" })),
    tables: z.array(z.object({ table: z.string(), guests: z.int() })).meta(forDocs({ description: "Tables by name" })),
  })
  .openapi("GuestCounts");
