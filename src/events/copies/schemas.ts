import * as z from "zod";
import { line, moment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { forDocs } from "../../kernel/for-docs.ts";

/** The optional parts of a copy, in addition to the settings. */
export const INCLUDED = ["guests", "branding", "messages", "questions", "texts"] as const;

export const CopyEvent = z
  .strictObject({
    name: line(200),
    event_date: moment.meta(forDocs({ description: "Start of the copy, with which all other times move" })),
    include: z
      .array(z.enum(INCLUDED))
      .max(INCLUDED.length)
      .optional()
      .meta(
        forDocs({
          description:
            "Parts to copy in addition to the settings. `guests` are copied without RSVPs and links; `messages` you wrote become drafts, and reminders keep your text and times. Default: nothing",
        }),
      ),
  })
  .openapi("CopyEvent")
  .transform(camelKeys);
