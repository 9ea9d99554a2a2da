import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";
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
    }),
    branding: z.object({
      primary_color: z.string().nullable(),
      font: z.string().nullable(),
      logo_url: z.string().nullable(),
      cover_url: z.string().nullable(),
    }),
    guest: z.object({ name: z.string(), party_size: z.int().nullable(), max_plus_ones: z.int() }),
    calendar_links: z.object({ google: z.url(), outlook: z.url(), yahoo: z.url(), ics: z.url() }),
    rsvp: GuestRsvp.optional(),
    rsvp_submitted_elsewhere: z.literal(true).optional(),
    arrived: z.literal(true).optional().meta({
      description: "Somebody of the party has checked in: the answer stays as it is. Left out on another device",
    }),
    can_edit: z.boolean(),
    edits_left: z.int(),
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
