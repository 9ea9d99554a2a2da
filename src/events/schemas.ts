import * as z from "zod";
import { email, line, locale, moment, paragraph, timeZone, uuid, wireMoment } from "../http/fields.ts";
import { camelKeys } from "../kernel/case.ts";
import { COUNTRIES, parseCountries } from "../kernel/countries.ts";
import { REGION_NAME } from "../kernel/regions.ts";
import { ROLES } from "../platform/authorization/caller.ts";
import { STEP_UP_BANDS } from "../platform/risk-bands/bands.ts";

export const EVENT_STATUSES = ["scheduled", "cancelled"] as const;
export const COMPANION_NAMES = ["off", "optional", "required"] as const;

/** More heads than that are not an event by invitation. */
const MAX_CAPACITY = 100_000;
/** A week. */
const MAX_OFFER_HOURS = 168;

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
    status: z.enum(EVENT_STATUSES),
    rsvp_deadline: wireMoment.nullable(),
    capacity: z.int().nullable(),
    waitlist: z.boolean(),
    offer_hours: z.int(),
    companion_names: z.enum(COMPANION_NAMES),
    locale: z.string(),
    reply_to: z.string().nullable(),
    reply_to_verified: z
      .boolean()
      .meta({ description: "Whether its owner has confirmed `reply_to`; until then no mail has it" }),
    step_up_from: z.enum(STEP_UP_BANDS),
    door_opens_at: wireMoment.meta({ description: "Two hours before `event_date` unless the host chose another time" }),
    lost_links: z.boolean(),
    sms_countries: z
      .array(z.string())
      .meta({ description: "The countries to which text messages go, as far as the event says" }),
    require_second_factor: z.boolean(),
    region: z.string().meta({
      description: "Where the event's data are, for good. `default` where the service has one region",
    }),
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
  rsvp_deadline: moment
    .nullable()
    .meta({ description: "From then on a guest can only say no. At most `event_date`; null: until the event ends" }),
  capacity: z
    .int()
    .min(1)
    .max(MAX_CAPACITY)
    .nullable()
    .meta({ description: "Heads, guests and who comes with them; null: any number" }),
  waitlist: z.boolean().meta({
    description: "Whether an attending answer to a full event waits for a seat. If not, it gets 409 `event_full`.",
  }),
  offer_hours: z
    .int()
    .min(1)
    .max(MAX_OFFER_HOURS)
    .meta({ description: "How long a seat is held for a waiting party that it was offered to" }),
  companion_names: z
    .enum(COMPANION_NAMES)
    .meta({ description: "Whether guests name who comes with them, instead of a number" }),
  locale: locale.meta({ description: "BCP 47: the language of the event's mails where a guest has none" }),
  reply_to: email.nullable().meta({
    description:
      "Where guests' replies to the event's mails go; null: nowhere. Your own confirmed address is used at once. Any other address gets a mail with a link, and is used once its owner has followed it; sending it again repeats that mail.",
  }),
  step_up_from: z.enum(STEP_UP_BANDS).meta({
    description:
      "From which risk band on a guest enters a code that goes to the address or phone on file. `low` asks every browser and client once, whatever its score; one that keeps no device id, each time. Who has entered a code, uses a trusted network, or is a program that only gets a preview is not asked. Below `block`, nobody is asked who can't be sent a code. An access without a score in time is asked with `low` and `medium`, and gets in with `high` and `block`.",
  }),
  door_opens_at: moment.nullable().meta({ description: "When guests may come; null: two hours before `event_date`" }),
  lost_links: z
    .boolean()
    .meta({ description: "Whether a guest who has lost the link can have it mailed again, to the address on file" }),
  sms_countries: z
    .array(z.string())
    .max(COUNTRIES.size)
    .nullable()
    .transform((list, { addIssue }) => {
      const countries = list === null ? null : parseCountries(list.join(","));
      if (countries !== null || list === null) return countries?.join(",") ?? null;
      addIssue({ code: "custom", message: "must be two-letter country codes (ISO 3166), e.g. DE" });
      return z.NEVER;
    })
    .openapi({
      type: ["array", "null"],
      items: { type: "string" },
      description:
        "The countries (ISO 3166 alpha-2, such as `DE`) to which codes and other text messages go, out of those that the service allows; null: the country of `timezone`, and none for `UTC` or a zone of several countries. Premium-rate and shared-cost numbers get none in any country.",
      example: ["DE", "AT"],
    }),
};

export const CreateEvent = z
  .strictObject({
    name: fields.name,
    description: fields.description.default(null),
    venue: fields.venue.default(null),
    event_date: fields.event_date,
    end_time: fields.end_time.default(null),
    timezone: fields.timezone.default("UTC"),
    rsvp_deadline: fields.rsvp_deadline.default(null),
    capacity: fields.capacity.default(null),
    waitlist: fields.waitlist.default(false),
    offer_hours: fields.offer_hours.default(24),
    companion_names: fields.companion_names.default("off"),
    locale: fields.locale.default("en"),
    reply_to: fields.reply_to.default(null),
    step_up_from: fields.step_up_from.default("block"),
    door_opens_at: fields.door_opens_at.default(null),
    lost_links: fields.lost_links.default(true),
    sms_countries: fields.sms_countries.default(null),
    region: line(32)
      .optional()
      .meta({
        ...{ pattern: REGION_NAME.source, example: "default" },
        description:
          "Where the event's data will be: the name of one of the service's regions, for good. Without it: the one nearest to you",
      }),
  })
  .openapi("CreateEvent")
  .transform(camelKeys);

export const ChangeEvent = z
  .strictObject({
    ...fields,
    require_second_factor: z.boolean().meta({
      description:
        "Whether members without a passkey or an authenticator app, and their API keys, get 403 `second_factor_required`. Only for an owner who has one, after a step-up. Door devices and guests are not asked.",
    }),
    shift_messages: z.boolean().meta({
      description:
        "With `event_date`: messages and reminders whose time you chose move by as much as the event. One whose new time is past becomes a draft.",
    }),
    force: z.boolean().meta({
      description:
        "With `capacity`: lowers it below the seats that are taken. Nobody loses a seat; nobody gets one until there is room",
    }),
    region: z
      .never("can't be changed: an event's data stay where it was created")
      .openapi({ type: "string", readOnly: true }),
    notify: z.boolean().meta({
      description:
        "Whether invited guests get a mail that says what has changed of name, description, venue and times, with the new calendar file. Changes within ten minutes of the first are one mail, and one that is taken back is none. Guests who declined get none.",
    }),
  })
  .partial()
  .openapi("ChangeEvent")
  .transform(camelKeys);

const notify = z.boolean().optional().meta({
  description:
    "Whether invited guests who haven't declined get a mail with the calendar file, two minutes later: what is taken back until then is not mailed. True if absent",
});

export const CancelEvent = z
  .strictObject({
    message: paragraph(2_000).optional().meta({ description: "What guests read about it, in the mail too" }),
    notify,
  })
  .openapi("CancelEvent");

export const ReinstateEvent = z.strictObject({ notify }).openapi("ReinstateEvent");

export type NewEvent = z.output<typeof CreateEvent>;
export type EventChanges = z.output<typeof ChangeEvent>;

export const DeleteEventQuery = z.object({
  erase: z.enum(["now"]).optional().meta({ description: "`now`: erased within minutes, for good" }),
});
