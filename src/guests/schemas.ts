import * as z from "zod";
import { guests } from "../db/schema/guests.ts";
import { passReason } from "../events/seats/schemas.ts";
import {
  deliveryCause,
  email,
  expectedVersion,
  flag,
  line,
  locale,
  moment,
  paragraph,
  phone,
  uuid,
  wireMoment,
} from "../http/fields.ts";
import { guestData, guestEmail, guestName, guestPhone } from "../http/guest-data.ts";
import { camelKeys } from "../kernel/case.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { MAX_PARTY_SIZE, RESPONSES, STANDINGS } from "../kernel/rsvp.ts";
import { tagKey } from "../kernel/tag-keys.ts";
import { party, place, score } from "./answer-schemas.ts";
import type { Detail } from "./details.ts";
import { holdsCompanions } from "./party.ts";
import { sameName } from "./same-name.ts";
import { MAX_TAGS } from "./tags.ts";

/** The delivery statuses of an invitation. `none`: there was no invitation to this address. */
export const DELIVERY_STATUSES = ["none", ...guests.deliveryStatus.enumValues] as const;

/** Ids are matched regardless of case. */
const guestId = uuid.toLowerCase();

export const GuestPath = z.object({ eventId: uuid, guestId });

/** The details of a guest in responses. */
export const detailsShown = {
  tags: z.array(z.string()),
  table: z.string().nullable(),
  external_id: guestData(z.string().nullable()),
  locale: z.string().nullable(),
  companions: z.array(z.object({ name: guestName })),
  greeting: guestData(z.string().nullable()),
} satisfies Record<Detail, z.ZodType>;

/** A guest as members of the event see it. */
export const Guest = z
  .object({
    id: uuid,
    event_id: uuid,
    name: guestName,
    email: guestEmail,
    phone: guestPhone,
    party_size: z
      .int()
      .nullable()
      .meta(
        forDocs({
          description:
            "Number of people that the invitation is for, the guest included; null: not limited by the invitation",
        }),
      ),
    notes: guestData(z.string().nullable()),
    ...detailsShown,
    rsvp: z
      .object({
        response: z.enum(RESPONSES),
        plus_ones: z.int(),
        ...party,
        ...place,
        submitted_at: wireMoment,
        edit_count: z.int(),
        ...score,
        passed_over: passReason.nullable(),
      })
      .nullable()
      .meta(forDocs({ description: "The guest's RSVP; null: none yet" })),
    standing: z.enum(STANDINGS).meta(
      forDocs({
        description:
          "Whether the guest comes. `coming`: attending, with a confirmed seat; without a capacity, each attending RSVP has one. `offered`: a seat is offered and not accepted yet. `waitlisted`: on the waitlist. `unseated`: attending, but the offer of a seat ran out. `maybe`, `declined`: the RSVP. `silent`: invited, no RSVP. `not_invited`: no RSVP, and no link was issued. `walk_in`: added at the door",
      }),
    ),
    invited_at: wireMoment
      .nullable()
      .meta(forDocs({ description: "Time at which the first link was issued; null: not invited" })),
    over_tier: flag(
      forDocs(
        "Whether the door added the guest above the guest limit of the host's tier. A guest without a link then gets none while the list is above the limit",
      ),
    ),
    opened_at: wireMoment
      .nullable()
      .meta(forDocs({ description: "Time of the first view by a person, not by a bot; null: not opened" })),
    checked_in_at: wireMoment.nullable(),
    delivery: z
      .object({
        status: z.enum(DELIVERY_STATUSES),
        channel: z.enum(["email"]).nullable(),
        at: wireMoment.nullable().meta(forDocs({ description: "Time of the status" })),
        reason: z
          .string()
          .nullable()
          .meta(
            forDocs({
              description:
                "Reply of the recipient's server, or why the email was not sent: `unsubscribed`, `bounced`, `complained`, `mailbox_limit`, `too_soon`, `email_unverified`, `sending_paused`, `link_replaced`, `event_cancelled`, `event_over`, `event_closed`, `gave_up`",
            }),
          ),
        cause: deliveryCause,
      })
      .meta(forDocs({ description: "Delivery of the last invitation to the guest's current address" })),
    ask_for_code: flag(
      forDocs(
        "Whether each device with this guest's link must enter a code: you asked for it, and no device has been verified since",
      ),
    ),
    sms_opted_out: flag(
      forDocs("Whether the owner of the phone replied STOP. No text messages are sent until they reply START"),
    ),
    created_at: wireMoment,
    updated_at: wireMoment.meta(
      forDocs({
        description: "Time of a host's last change of the guest. RSVPs, views and deliveries do not change it",
      }),
    ),
  })
  .openapi("Guest");

const rows = guestData(z.array(z.looseObject({})));

export const GuestDataExport = z
  .object({
    exported_at: wireMoment,
    guest: Guest,
    tokens: rows,
    rsvps: rows,
    rsvp_revisions: rows,
    seat_offers: rows,
    passed_over: rows,
    challenges: rows,
    access_reports: rows,
    undone_replies: rows,
    access_logs: rows,
    devices: rows,
    feedback: rows,
    check_ins: rows,
    check_in_arrivals: rows,
    notifications: rows,
  })
  .openapi("GuestDataExport");

/** They separate tags and names in a cell of a file. */
const CELL_SEPARATORS = /[;|]/;

function withoutSeparators(text: string): boolean {
  return !CELL_SEPARATORS.test(text);
}
const SEPARATORS_REFUSED = "must not have ; or |, which separate entries in a file";

const tag = line(50).refine(withoutSeparators, SEPARATORS_REFUSED);

/** The writable fields of a guest, in JSON and in files. */
export const guestFields = {
  name: line(200),
  email: email.nullable(),
  phone: phone.nullable(),
  party_size: z.int().min(1).max(MAX_PARTY_SIZE).nullable(),
  notes: paragraph(2_000).nullable(),
  tags: z
    .array(tag)
    .max(MAX_TAGS)
    .superRefine((tags, { addIssue }) => {
      const keys = tags.map(tagKey);
      for (const [index, key] of keys.entries()) {
        if (keys.indexOf(key) < index) addIssue({ code: "custom", path: [index], message: "repeats an earlier tag" });
      }
    })
    .meta(forDocs({ description: "Your labels, unique ignoring case" })),
  table: line(100)
    .nullable()
    .meta(forDocs({ description: "Table or seat, which the door shows" })),
  external_id: line(200)
    .nullable()
    .meta(
      forDocs({
        description: "The guest's ID in your own system, unique within the event (409 `duplicate_external_id`)",
      }),
    ),
  locale: locale.nullable().meta(forDocs({ description: "The guest's language, BCP 47; null: the event's" })),
  greeting: line(80)
    .nullable()
    .meta(
      forDocs({
        description:
          "How pages and messages greet the guest: `Mum and Dad`. Null: by the first name if it is certain, else by the name",
      }),
    ),
  companions: z
    .array(z.strictObject({ name: line(200).refine(withoutSeparators, SEPARATORS_REFUSED) }))
    .max(MAX_PARTY_SIZE - 1)
    .meta(
      forDocs({
        description:
          "People who share the guest's link: a household. They limit the party if `party_size` is null. A `party_size` must have room for all of them",
      }),
    ),
};

/** `party_size` has to be at least this for the companions. Read after the field's name, or after a guest's with `needs`. */
export function partyTooSmall(companions: readonly unknown[], needs = "must be"): string {
  const others = companions.length === 1 ? "1 companion" : `${companions.length} companions`;
  return `${needs} at least ${companions.length + 1}, for the guest and ${others}`;
}

export const CreateGuest = z
  .strictObject({
    name: guestFields.name,
    email: guestFields.email.default(null),
    phone: guestFields.phone.default(null),
    party_size: guestFields.party_size.default(null),
    notes: guestFields.notes.default(null),
    tags: guestFields.tags.default([]),
    table: guestFields.table.default(null),
    external_id: guestFields.external_id.default(null),
    locale: guestFields.locale.default(null),
    greeting: guestFields.greeting.default(null),
    companions: guestFields.companions.default([]),
    same_name: sameName,
  })
  .superRefine(({ party_size: partySize, companions }, { addIssue }) => {
    if (holdsCompanions({ partySize, companions })) return;
    addIssue({ code: "custom", path: ["party_size"], message: partyTooSmall(companions) });
  })
  .openapi("CreateGuest")
  .transform(camelKeys);

export const ChangeGuest = z
  .strictObject({
    ...guestFields,
    ask_for_code: flag(
      forDocs(
        "Whether each device with this guest's link must enter a code, regardless of its score and the event's `step_up_from`, until one enters it. Verified devices are not asked. Returns 400 if the guest cannot be sent a code; no effect while a guest cannot be sent one later",
      ),
    ),
    adjust: flag(
      forDocs(
        "With `party_size` or `companions`: whether to lower the plus-ones of a larger RSVP instead of returning 409 `party_size_below_answers`.",
      ),
    ),
    expected_updated_at: expectedVersion(moment, forDocs("guest_changed")),
  })
  .partial()
  .openapi("ChangeGuest")
  .transform(camelKeys);

/** The guests whom a bulk request is about; the guest limit of the largest tier. */
export const guestIds = z
  .array(guestId)
  .min(1)
  .max(5_000)
  .meta(forDocs({ description: "IDs of guests; a repeated ID counts once" }));

export type GuestToCreate = z.output<typeof CreateGuest>;
export type NewGuest = Omit<GuestToCreate, "sameName">;
export type GuestChanges = z.output<typeof ChangeGuest>;
