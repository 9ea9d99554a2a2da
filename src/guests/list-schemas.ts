import * as z from "zod";
import { line, pageQuery } from "../http/fields.ts";
import { RESPONSES } from "../kernel/rsvp.ts";
import { SORTS } from "./list-queries.ts";
import { DELIVERY_STATUSES } from "./schemas.ts";

/** Values of the `response` filter. `pending`: no RSVP yet. */
const RESPONSE_FILTERS = [...RESPONSES, "pending"] as const;

/** Seats that a party may have; `none`: it has not answered, does not come, or found the event full. */
const SEAT_FILTERS = ["confirmed", "waitlisted", "offered", "none"] as const;

/** `true` or `false` in a query. */
const yesNo = z.enum(["true", "false"]).transform((text) => text === "true");

export const GuestQuery = z.object({
  q: line(100).optional().meta({
    description:
      "Part of a name, an email address or a phone number. Case is ignored, as are accents in names and punctuation in phone numbers.",
  }),
  response: z.enum(RESPONSE_FILTERS).optional().meta({ description: "`pending`: no RSVP yet" }),
  delivery: z
    .enum([...DELIVERY_STATUSES, "undelivered"])
    .optional()
    .meta({
      description:
        "What became of the last invitation; `undelivered`: `bounced`, `complained`, `suppressed` or `failed`, which need the host",
    }),
  tag: line(50).optional().meta({ description: "Guests with this tag, regardless of case" }),
  table: line(100).optional().meta({ description: "Guests at this table" }),
  invited: yesNo.optional().meta({ description: "Whether a link was issued" }),
  opened: yesNo.optional().meta({ description: "Whether a person, not a bot, has opened the invitation" }),
  checked_in: yesNo.optional().meta({ description: "Whether anybody of the party is in" }),
  seat: z.enum(SEAT_FILTERS).optional().meta({ description: "`none`: no answer, not attending, or no seat left" }),
  devices: z
    .string()
    .regex(/^gt:\d{1,2}$/, "must be gt: and a number, such as gt:2")
    .transform((text) => Number(text.slice(3)))
    .optional()
    .meta({
      description:
        "`gt:2`: guests whose link was opened on more than two devices, which a link that was passed on is. Devices that came once count once for each user agent.",
      example: "gt:2",
    }),
  sort: z.enum(SORTS).optional().meta({
    description:
      "Ascending, or descending with `-`; guests without a value come last either way. By default `-created_at`",
  }),
  ...pageQuery,
});

export type GuestFilter = Omit<z.output<typeof GuestQuery>, "limit" | "cursor">;

/** Guests by what `listGuests` can be filtered by. */
export const GuestCounts = z
  .object({
    guests: z.int(),
    attending: z.int(),
    maybe: z.int(),
    declined: z.int(),
    silent: z.int().meta({ description: "Invited and without an RSVP" }),
    waitlisted: z.int().meta({ description: "`seat=waitlisted`" }),
    not_invited: z.int().meta({ description: "`invited=false`" }),
    undelivered: z.int().meta({ description: "`delivery=undelivered`" }),
    checked_in: z.int(),
    expected: z.int().meta({ description: "People: those who are attending, with who comes along" }),
    tags: z
      .array(z.object({ tag: z.string(), guests: z.int() }))
      .meta({ description: "By name; spellings that differ by case alone are one" }),
    tables: z.array(z.object({ table: z.string(), guests: z.int() })).meta({ description: "By name" }),
  })
  .openapi("GuestCounts");
