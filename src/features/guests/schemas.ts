import * as z from "zod";
import { email, line, pageQuery, paragraph, phone, uuid, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/camel-keys.ts";
import { party, place } from "./answer-schemas.ts";

/** The most people of one invitation; a CHECK of the database holds the same number. */
const MAX_PARTY_SIZE = 20;

/** How a guest may respond to an invitation. */
export const RESPONSES = ["attending", "declined", "maybe"] as const;
/** Values of the `response` filter. `pending`: no RSVP yet. */
const RESPONSE_FILTERS = [...RESPONSES, "pending"] as const;

/** What may have become of an invitation. `none`: there was none, to this address. */
const DELIVERY_STATUSES = [
  "none",
  "queued",
  "sent",
  "delivered",
  "bounced",
  "complained",
  "suppressed",
  "failed",
] as const;

/** Ids are matched regardless of case. */
const guestId = uuid.toLowerCase();

export const EventPath = z.object({ eventId: uuid });
export const GuestPath = EventPath.extend({ guestId });

export const GuestQuery = z.object({
  q: line(100).optional().meta({
    description:
      "Part of a name, an e-mail address or a phone number. Case is ignored, as are accents in names and punctuation in phone numbers.",
  }),
  response: z.enum(RESPONSE_FILTERS).optional().meta({ description: "`pending`: no RSVP yet" }),
  delivery: z
    .enum(DELIVERY_STATUSES)
    .optional()
    .meta({ description: "What became of the last invitation; `bounced`, `failed` and `suppressed` need the host" }),
  ...pageQuery,
});

/** A guest as members of the event see it. */
export const Guest = z
  .object({
    id: uuid,
    event_id: uuid,
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    party_size: z.int().nullable().meta({
      description:
        "The number of people the invitation is for, the guest included; null: not limited by the invitation",
    }),
    notes: z.string().nullable(),
    rsvp: z
      .object({
        response: z.enum(RESPONSES),
        plus_ones: z.int(),
        ...party,
        ...place,
        submitted_at: wireMoment,
        edit_count: z.int(),
      })
      .nullable()
      .meta({ description: "Null: no RSVP yet" }),
    invited_at: wireMoment.nullable().meta({ description: "When the first link was issued" }),
    opened_at: wireMoment
      .nullable()
      .meta({ description: "When the invitation was first opened by a person, not by a bot" }),
    checked_in_at: wireMoment.nullable(),
    delivery: z
      .object({
        status: z.enum(DELIVERY_STATUSES),
        channel: z.enum(["email"]).nullable(),
        at: wireMoment.nullable().meta({ description: "When it came to be so" }),
        reason: z.string().nullable().meta({
          description:
            "The reply of the recipient's server, or why the mail was not sent: `unsubscribed`, `bounced`, `complained`, `too_soon`, `sending_paused`, `link_replaced`, `event_closed`, `gave_up`",
        }),
      })
      .meta({ description: "What became of the last invitation to the guest's present address" }),
    created_at: wireMoment,
  })
  .openapi("Guest");

const rows = z.array(z.looseObject({}));

export const GuestDataExport = z
  .object({
    exported_at: wireMoment,
    guest: Guest,
    tokens: rows,
    rsvps: rows,
    rsvp_revisions: rows,
    access_logs: rows,
    feedback: rows,
    check_ins: rows,
    check_in_arrivals: rows,
    notifications: rows,
  })
  .openapi("GuestDataExport");

/** The writable fields of a guest, in JSON and in files. */
export const guestFields = {
  name: line(200),
  email: email.nullable(),
  phone: phone.nullable(),
  party_size: z.int().min(1).max(MAX_PARTY_SIZE).nullable(),
  notes: paragraph(2_000).nullable(),
};

export const CreateGuest = z
  .strictObject({
    name: guestFields.name,
    email: guestFields.email.default(null),
    phone: guestFields.phone.default(null),
    party_size: guestFields.party_size.default(null),
    notes: guestFields.notes.default(null),
  })
  .openapi("CreateGuest")
  .transform(camelKeys);

export const ChangeGuest = z
  .strictObject({
    ...guestFields,
    adjust: z.boolean().meta({
      description:
        "With `party_size`: lowers the plus-ones of an answer that is larger than the new size, instead of 409 `party_size_below_answers`.",
    }),
  })
  .partial()
  .openapi("ChangeGuest")
  .transform(camelKeys);

export type NewGuest = z.output<typeof CreateGuest>;
export type GuestChanges = z.output<typeof ChangeGuest>;
export type GuestFilter = Pick<z.output<typeof GuestQuery>, "q" | "response" | "delivery">;
