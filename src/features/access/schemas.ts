import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";
import { THEME_NAMES } from "../../kernel/themes.ts";
import { COMPANION_NAMES, EVENT_STATUSES } from "../events/schemas.ts";
import { RESPONSES } from "../guests/schemas.ts";
import { Question } from "../questions/schemas.ts";
import { GuestDoorCode, GuestRsvp } from "../rsvp/schemas.ts";

export const AccessQuery = z.object({
  edit: z.string().max(200).optional().meta({ description: "The edit nonce from an edit mail" }),
});

/** The invitation as a guest sees it: without score and reasons. */
export const Invitation = z
  .object({
    event: z.object({
      id: uuid,
      name: z.string(),
      description: z.string().nullable(),
      venue: z.string().nullable(),
      event_date: wireMoment,
      end_time: wireMoment.nullable(),
      timezone: z.string(),
      host_name: z.string(),
      status: z.enum(EVENT_STATUSES),
      cancel_message: z.string().nullable().meta({ description: "What the host said when the event was cancelled" }),
      door_opens_at: wireMoment.nullable().meta({ description: "Null unless the host chose a time" }),
      rsvp_deadline: wireMoment.nullable().meta({ description: "From then on only a no is taken" }),
      companion_names: z.enum(COMPANION_NAMES).meta({
        description:
          "Whether this guest names who comes along. `optional` for a guest whose companions the host has named, where the event says `off`",
      }),
    }),
    branding: z.object({
      primary_color: z.string().nullable(),
      font: z.string().nullable(),
      logo_url: z.string().nullable(),
      cover_url: z.string().nullable(),
      theme: z.enum(THEME_NAMES),
    }),
    guest: z.object({
      name: z.string(),
      party_size: z.int().nullable(),
      max_plus_ones: z.int(),
      companions: z
        .array(z.object({ name: z.string() }))
        .meta({ description: "Companions whom the host has named: the names to offer before there is an answer" }),
    }),
    questions: z.array(Question).meta({ description: "What the host asks, in this order" }),
    calendar_links: z.object({ google: z.url(), outlook: z.url(), yahoo: z.url(), ics: z.url() }),
    rsvp: GuestRsvp.optional(),
    rsvp_submitted_elsewhere: z.literal(true).optional(),
    arrived: z.literal(true).optional().meta({
      description: "Somebody of the party has checked in: the answer stays as it is. Left out on another device",
    }),
    allowed_responses: z.array(z.enum(RESPONSES)).meta({
      description:
        "What can be answered now: after the deadline only `declined`; nothing once the event is cancelled or over, or somebody of the party is in",
    }),
    can_edit: z.boolean().meta({ description: "Whether the answer that is shown can be changed now" }),
    edits_left: z.int().meta({ description: "0 as well when the event takes no answer any more" }),
    check_in: GuestDoorCode.optional(),
  })
  .openapi("Invitation");

/** The invitation as a program sees it. */
export const InvitationPreview = z
  .object({
    preview: z.literal(true),
    event: z.object({ name: z.string(), host_name: z.string() }),
  })
  .openapi("InvitationPreview");

export const EditLinkSent = z.object({ sent_to: z.string() }).openapi("EditLinkSent");
