import * as z from "zod";
import { events } from "../db/schema/events.ts";
import {
  email,
  expectedVersion,
  flag,
  line,
  locale,
  moment,
  paragraph,
  timeZone,
  uuid,
  wireMoment,
} from "../http/fields.ts";
import { ADDRESS_FORMS } from "../kernel/address-forms.ts";
import { camelKeys } from "../kernel/case.ts";
import { COUNTRIES, parseCountries } from "../kernel/countries.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { REGION_NAME } from "../kernel/regions.ts";
import { MAX_PARTY_SIZE } from "../kernel/rsvp.ts";
import { ROLES } from "../platform/authorization/caller.ts";
import { STEP_UP_BANDS } from "../platform/risk-bands/bands.ts";
import { NOTIFIED } from "../sending/notify.ts";

export const EVENT_STATUSES = ["scheduled", "cancelled"] as const;

/** The largest capacity: an invitation event has fewer people. */
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
    companion_names: z.enum(events.companionNames.enumValues),
    default_party_size: z.int().nullable(),
    locale: z.string(),
    address_form: z.enum(ADDRESS_FORMS),
    reply_to: z.string().nullable(),
    reply_to_verified: flag(
      forDocs("Whether the owner of `reply_to` has confirmed it. Until then, emails do not have it"),
    ),
    step_up_from: z.enum(STEP_UP_BANDS),
    door_opens_at: wireMoment.meta(
      forDocs({
        description: "Time from which guests may come: two hours before `event_date` unless the host chose another",
      }),
    ),
    lost_links: z.boolean(),
    sms_countries: z
      .array(z.string())
      .meta(forDocs({ description: "Countries to which text messages are sent, if the service allows them" })),
    require_second_factor: z.boolean(),
    region: z
      .string()
      .meta(forDocs({ description: "Region that stores the event's data. `default` if the service has one region" })),
    your_role: z.enum(ROLES),
    created_at: wireMoment,
    updated_at: wireMoment,
  })
  .openapi("Event");

/** An event that was changed, and whether its guests are notified. */
export const ChangedEvent = Event.extend(NOTIFIED).openapi("ChangedEvent");

const fields = {
  name: line(200),
  description: paragraph(5_000).nullable(),
  venue: line(300).nullable(),
  event_date: moment,
  end_time: moment.nullable(),
  timezone: timeZone,
  rsvp_deadline: moment
    .nullable()
    .meta(
      forDocs({ description: "After it, guests can only decline. At most `event_date`; null: the end of the event" }),
    ),
  capacity: z
    .int()
    .min(1)
    .max(MAX_CAPACITY)
    .nullable()
    .meta(forDocs({ description: "Number of people, guests and their companions; null: unlimited" })),
  waitlist: flag(
    forDocs("Whether an attending RSVP to a full event joins the waitlist. If false, it returns 409 `event_full`."),
  ),
  offer_hours: z
    .int()
    .min(1)
    .max(MAX_OFFER_HOURS)
    .meta(forDocs({ description: "Hours for which an offered seat is held, at the latest until `event_date`" })),
  companion_names: z
    .enum(events.companionNames.enumValues)
    .meta(forDocs({ description: "Whether guests name their companions instead of a number" })),
  default_party_size: z
    .int()
    .min(1)
    .max(MAX_PARTY_SIZE)
    .nullable()
    .meta(
      forDocs({
        description:
          "Number of people an invitation is for, the guest included, if the guest has no `party_size` and no named companions: 1 if nobody may be brought along; null: up to 10 companions. A lower number changes no RSVP: its guest can keep or reduce the party",
      }),
    ),
  locale: locale.meta(forDocs({ description: "Language of the event's emails for guests without their own, BCP 47" })),
  address_form: z.enum(ADDRESS_FORMS).meta(
    forDocs({
      description:
        "How German and French texts address guests: `formal` with Sie and vous, `informal` with du and tu. Other languages have one form",
    }),
  ),
  reply_to: email.nullable().meta(
    forDocs({
      description:
        "Address for guests' replies to emails; null: none. Your own verified address is used immediately. Any other address gets an email with a link, and is used after its owner has opened the link. Sending the field again repeats that email",
    }),
  ),
  step_up_from: z.enum(STEP_UP_BANDS).meta(
    forDocs({
      description:
        "Lowest risk band in which a guest must enter a code, sent to the address or phone on file. `low` asks every device once, regardless of its score; a device that stores no ID, each time. Verified devices, trusted networks, and bots that get only a preview are not asked. Below `block`, guests who cannot be sent a code are not asked. An access without a score in time is asked with `low` and `medium`, and gets in with `high` and `block`",
    }),
  ),
  door_opens_at: moment
    .nullable()
    .meta(forDocs({ description: "Time from which guests may come; null: two hours before `event_date`" })),
  lost_links: flag(forDocs("Whether a guest can have a lost link emailed again, to the address on file")),
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
      description: forDocs(
        "Countries (ISO 3166 alpha-2, such as `DE`) to which codes and other text messages are sent, among those that the service allows; null: the country of `timezone`, none for `UTC` or a zone of several countries. Premium-rate and shared-cost numbers get no text messages in any country",
      ),
      example: forDocs(["DE", "AT"]),
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
    default_party_size: fields.default_party_size.default(null),
    locale: fields.locale.default("en"),
    address_form: fields.address_form.default("formal"),
    reply_to: fields.reply_to.default(null),
    step_up_from: fields.step_up_from.default("block"),
    door_opens_at: fields.door_opens_at.default(null),
    lost_links: fields.lost_links.default(true),
    sms_countries: fields.sms_countries.default(null),
    region: line(32)
      .optional()
      .meta({
        pattern: REGION_NAME.source,
        example: forDocs("default"),
        description: forDocs(
          "Region that stores the event's data, which cannot change. Default: the region nearest to you",
        ),
      }),
  })
  .openapi("CreateEvent")
  .transform(camelKeys);

const notifyNeverEmailed = flag(
  forDocs(
    "With `notify`: whether the email also goes to guests whom no email has reached so far, such as guests who got their link by chat. Default: `true`",
  ),
);

export const ChangeEvent = z
  .strictObject({
    ...fields,
    require_second_factor: flag(
      forDocs(
        "Whether members without a passkey or an authenticator app, and their API keys, get 403 `second_factor_required`. Only an owner with a second factor can change it, after a step-up. Door devices and guests are not affected",
      ),
    ),
    shift_messages: flag(
      forDocs(
        "With `event_date`: whether messages and reminders whose time you chose move with the event. A message whose new time is past becomes a draft",
      ),
    ),
    force: flag(
      forDocs(
        "With `capacity`: whether to lower it below the taken seats. No guest loses a seat, and no guest gets one until there is room",
      ),
    ),
    region: z
      .never("can't be changed: an event's data stay where it was created")
      .openapi({ type: "string", readOnly: true }),
    notify: flag(
      forDocs(
        "Whether to email guests with a link who have not declined what has changed of name, description, venue and times, with the new calendar file. Changes within ten minutes are one email; a change that is undone by then is not emailed",
      ),
    ),
    expected_updated_at: expectedVersion(moment, forDocs("event_changed")),
    notify_never_emailed: notifyNeverEmailed,
  })
  .partial()
  .openapi("ChangeEvent")
  .transform(camelKeys);

const notify = z
  .boolean()
  .optional()
  .meta(
    forDocs({
      description:
        "Whether to email guests with a link who have not declined, with the calendar file. The email is sent after two minutes, unless the change is undone by then. Default: `true`",
    }),
  );

export const CancelEvent = z
  .strictObject({
    message: paragraph(2_000)
      .optional()
      .meta(forDocs({ description: "Message for guests, on the page and in the email" })),
    notify,
  })
  .openapi("CancelEvent");

export const ReinstateEvent = z
  .strictObject({ notify, notify_never_emailed: notifyNeverEmailed.optional() })
  .openapi("ReinstateEvent")
  .transform(camelKeys);

export type NewEvent = z.output<typeof CreateEvent>;
export type EventChanges = z.output<typeof ChangeEvent>;

export const DeleteEventQuery = z.object({
  erase: z
    .enum(["now"])
    .optional()
    .meta(forDocs({ description: "`now` erases the event within minutes, for good" })),
});
