import * as z from "zod";
import { line, moment, paragraph, timeZone, uuid, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/camel-keys.ts";
import { ROLES } from "../members/roles.ts";

/** An event as its members see it, with the effective risk thresholds. */
export const Event = z
  .object({
    id: uuid,
    host_id: uuid,
    name: z.string(),
    description: z.string().nullable(),
    venue: z.string().nullable(),
    event_date: wireMoment,
    end_time: wireMoment.nullable(),
    timezone: z.string(),
    fraud_medium_threshold: z.int(),
    fraud_high_threshold: z.int(),
    fraud_block_threshold: z.int(),
    your_role: z.enum(ROLES),
    created_at: wireMoment,
    updated_at: wireMoment,
  })
  .openapi("Event");

const fields = {
  name: line(200),
  description: paragraph(5_000).nullable(),
  venue: line(300).nullable(),
  event_date: moment,
  end_time: moment.nullable(),
  timezone: timeZone,
};

export const CreateEvent = z
  .strictObject({
    name: fields.name,
    description: fields.description.default(null),
    venue: fields.venue.default(null),
    event_date: fields.event_date,
    end_time: fields.end_time.default(null),
    timezone: fields.timezone.default("UTC"),
  })
  .openapi("CreateEvent")
  .transform(camelKeys);

export const ChangeEvent = z
  .strictObject({
    ...fields,
    shift_messages: z.boolean().meta({
      description:
        "With `event_date`: messages and reminders whose time you chose move by as much as the event. One whose new time is past becomes a draft.",
    }),
  })
  .partial()
  .openapi("ChangeEvent")
  .transform(camelKeys);

export type NewEvent = z.output<typeof CreateEvent>;
export type EventChanges = z.output<typeof ChangeEvent>;

export const DeleteEventQuery = z.object({
  erase: z.enum(["now"]).optional().meta({ description: "`now`: erased within minutes, for good" }),
});
