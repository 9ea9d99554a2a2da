import * as z from "zod";

/** Guests by what `listGuests` can be filtered by. */
export const GuestCounts = z
  .object({
    guests: z.int(),
    attending: z.int(),
    maybe: z.int(),
    declined: z.int(),
    silent: z.int().meta({ description: "Guests who are invited and have no RSVP" }),
    waitlisted: z.int().meta({ description: "`seat=waitlisted`" }),
    not_invited: z.int().meta({ description: "`invited=false`" }),
    undelivered: z.int().meta({ description: "`delivery=undelivered`" }),
    checked_in: z.int(),
    expected: z.int().meta({ description: "Number of people: attending guests and their companions" }),
    tags: z
      .array(z.object({ tag: z.string(), guests: z.int() }))
      .meta({ description: "Tags by name; spellings that differ only in case are one" }),
    tables: z.array(z.object({ table: z.string(), guests: z.int() })).meta({ description: "Tables by name" }),
  })
  .openapi("GuestCounts");
