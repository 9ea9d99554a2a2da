import * as z from "zod";
import { line, moment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";

/** What a copy may take along besides the settings. */
export const INCLUDED = ["guests", "branding", "messages", "questions", "texts"] as const;

export const CopyEvent = z
  .strictObject({
    name: line(200),
    event_date: moment.meta({ description: "The other times move by as much" }),
    include: z.array(z.enum(INCLUDED)).max(INCLUDED.length).optional().meta({
      description:
        "What comes along besides the settings. `guests` come without answers and links; `messages` that you wrote become drafts, and reminders keep your words and times. Nothing if absent",
    }),
  })
  .openapi("CopyEvent")
  .transform(camelKeys);
