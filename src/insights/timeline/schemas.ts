import * as z from "zod";
import { pageQuery, uuid, wireMoment } from "../../http/fields.ts";
import { RESPONSES, SEATS } from "../../kernel/rsvp.ts";

export const TimelineQuery = z.object(pageQuery);

const at = wireMoment;
const CHANNELS = ["email", "sms"] as const;

/** What may become of a mail or a text. `unreachable`: the guest has no address for the channel. */
const MAIL_STATUSES = [
  ...(["queued", "sent", "delivered", "bounced", "complained", "suppressed", "failed", "unreachable"] as const),
] as const;

const mail = {
  at: at.meta({ description: "When it came to be so" }),
  channel: z.enum(CHANNELS),
  status: z.enum(MAIL_STATUSES),
  reason: z.string().nullable().meta({ description: "The reply of the recipient's server, or why it was not sent" }),
};

const answer = {
  at,
  response: z.enum(RESPONSES),
  plus_ones: z.int(),
  seat: z.enum(SEATS).nullable(),
};

const access = { at, access_log_id: uuid, risk: z.enum(["low", "medium", "high", "block"]).nullable() };

/** Something that happened with a guest. */
export const TimelineItem = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("added"), at }).meta({ description: "The guest came onto the list" }),
    z
      .object({ type: z.literal("invited"), at, utm_source: z.string().nullable() })
      .meta({ description: "A link was issued" }),
    z.object({ type: z.literal("link_replaced"), at }).meta({ description: "A link was ended by a new one" }),
    z
      .object({ type: z.literal("mailed"), ...mail, kind: z.string() })
      .meta({ description: "A mail about the guest's own affairs: an `invitation`, a `confirmation`, an `edit_link`" }),
    z
      .object({ type: z.literal("reminded"), ...mail, message_id: uuid, subject: z.string() })
      .meta({ description: "A message or a reminder to an audience that the guest belongs to" }),
    z
      .object({
        type: z.literal("opened"),
        ...access,
        device: z
          .object({ id: z.string(), label: z.string().nullable() })
          .nullable()
          .meta({ description: "As in the list of the guest's devices; null where the client keeps no id" }),
      })
      .meta({ description: "A person, who may be the guest, opened the link" }),
    z
      .object({ type: z.literal("opened_automatically"), ...access })
      .meta({ description: "A program looked at the invitation: a mail scanner, or a chat that previews links" }),
    z.object({ type: z.literal("answered"), ...answer, answered_by: z.enum(["guest", "host"]) }),
    z
      .object({ type: z.literal("edited"), ...answer, edited_by: z.enum(["guest", "host"]) })
      .meta({ description: "The answer was changed to this" }),
    z
      .object({ type: z.literal("seat_offered"), at, heads: z.int(), expires_at: at })
      .meta({ description: "A waiting party was offered a seat, until `expires_at`" }),
    z.object({
      type: z.literal("checked_in"),
      at,
      check_in_id: uuid,
      arrival_count: z.int().meta({ description: "Those who came at first" }),
      walk_in: z.boolean(),
      by: z.string().meta({ description: "Who let the guest in" }),
    }),
    z
      .object({ type: z.literal("arrived_later"), at, arrival_count: z.int(), by: z.string() })
      .meta({ description: "More people of the party came" }),
    z
      .object({ type: z.literal("code_sent"), at, channel: z.enum(CHANNELS) })
      .meta({ description: "A code was sent to the guest, at the request of who has the link" }),
    z
      .object({ type: z.literal("code_passed"), at, channel: z.enum(CHANNELS) })
      .meta({ description: "The code was typed: the device is proved" }),
    z
      .object({ type: z.literal("code_failed"), at, channel: z.enum(CHANNELS) })
      .meta({ description: "Wrong codes were typed until the tries were used up" }),
    z
      .object({
        type: z.literal("access_reported"),
        at,
        access_log_id: uuid,
        answer: z.enum(["restored", "unchanged", "kept"]),
      })
      .meta({ description: "The guest said that an access was somebody else's" }),
    z.object({ type: z.literal("check_in_undone"), at }).meta({ description: "A check-in was a mistake" }),
  ])
  .openapi("TimelineItem");
