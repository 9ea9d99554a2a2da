import * as z from "zod";

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
