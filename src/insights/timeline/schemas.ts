import * as z from "zod";
import { accessLogs } from "../../db/schema/access.ts";
import { accessReports } from "../../db/schema/challenges.ts";
import { guests } from "../../db/schema/guests.ts";
import { messages } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { deliveryCause, flag, pageQuery, uuid, wireMoment } from "../../http/fields.ts";
import { guestData } from "../../http/guest-data.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { RESPONSES, SEATS } from "../../kernel/rsvp.ts";

export const TimelineQuery = z.object(pageQuery);

const at = wireMoment;

/** Statuses of an email or text message. `unreachable`: the guest has no email address or phone for the channel. */
const MAIL_STATUSES = [...guests.deliveryStatus.enumValues, "unreachable"] as const;

const door = z
  .string()
  .nullable()
  .meta(
    forDocs({
      description: "Name of the door device that scanned, which the member in `by` paired; null: the member scanned",
    }),
  );

const mail = {
  at: at.meta(forDocs({ description: "Time of the status" })),
  channel: z.enum(messages.channel.enumValues),
  status: z.enum(MAIL_STATUSES),
  reason: guestData(z.string().nullable()).meta(
    forDocs({
      description: "Reply of the recipient's server, the type of the bounce, or why it was not sent; null: none",
    }),
  ),
  cause: deliveryCause,
};

const answer = {
  at,
  response: z.enum(RESPONSES),
  plus_ones: z.int(),
  seat: z.enum(SEATS).nullable(),
  new_device: flag(
    forDocs(
      "Whether the RSVP came from a device that was new to the link, at medium risk or more: somebody with the guest's link, perhaps not the guest",
    ),
  ),
};

const access = {
  at,
  access_log_id: uuid,
  risk: z.enum(accessLogs.risk.enumValues).nullable(),
  count: z.int().meta(forDocs({ description: "Number of times, as in the access log" })),
};

/** Something that happened with a guest. */
export const TimelineItem = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("added"), at }).meta(forDocs({ description: "The guest was added to the list" })),
    z
      .object({ type: z.literal("invited"), at, utm_source: z.string().nullable() })
      .meta(forDocs({ description: "A link was issued" })),
    z.object({ type: z.literal("link_replaced"), at }).meta(forDocs({ description: "The link was replaced" })),
    z
      .object({ type: z.literal("mailed"), ...mail, kind: z.string() })
      .meta(forDocs({ description: "An email to the guest: an `invitation`, a `confirmation`, an `edit_link`" })),
    z
      .object({
        type: z.literal("reminded"),
        ...mail,
        message_id: uuid,
        slug: z
          .enum(messages.slug.enumValues)
          .nullable()
          .meta(forDocs({ description: "Automatic reminder; null: written by a host, or a change notice" })),
        subject: z.string().meta(forDocs({ description: "As written, with placeholders. Empty for a text message" })),
      })
      .meta(forDocs({ description: "A message or reminder to an audience with the guest" })),
    z
      .object({
        type: z.literal("opened"),
        ...access,
        device: z
          .object({ id: z.string(), label: z.string().nullable() })
          .nullable()
          .meta(forDocs({ description: "Device; null: the client stores no ID" })),
      })
      .meta(forDocs({ description: "A person opened the link" })),
    z
      .object({ type: z.literal("opened_automatically"), ...access })
      .meta(forDocs({ description: "A bot opened the link, such as a mail scanner or a link preview" })),
    z.object({ type: z.literal("answered"), ...answer, answered_by: z.enum(rsvps.answeredBy.enumValues) }),
    z
      .object({ type: z.literal("edited"), ...answer, edited_by: z.enum(rsvps.answeredBy.enumValues) })
      .meta(forDocs({ description: "The RSVP changed to this" })),
    z
      .object({ type: z.literal("seat_offered"), at, heads: z.int(), expires_at: at })
      .meta(forDocs({ description: "The waitlisted party was offered seats" })),
    z.object({
      type: z.literal("checked_in"),
      at,
      check_in_id: uuid,
      arrival_count: z.int().meta(forDocs({ description: "Number of people who arrived first" })),
      walk_in: z.boolean(),
      by: z.string().meta(forDocs({ description: "Name of the member who scanned, or who paired the door device" })),
      door,
    }),
    z
      .object({ type: z.literal("arrived_later"), at, arrival_count: z.int(), by: z.string(), door })
      .meta(forDocs({ description: "More people of the party arrived" })),
    z
      .object({ type: z.literal("code_sent"), at, channel: z.enum(messages.channel.enumValues) })
      .meta(forDocs({ description: "A code was sent to the guest, requested with the link" })),
    z
      .object({ type: z.literal("code_passed"), at, channel: z.enum(messages.channel.enumValues) })
      .meta(forDocs({ description: "The code was entered, and the device is verified" })),
    z
      .object({ type: z.literal("code_failed"), at, channel: z.enum(messages.channel.enumValues) })
      .meta(forDocs({ description: "All tries of the code were wrong" })),
    z
      .object({
        type: z.literal("access_reported"),
        at,
        access_log_id: uuid,
        answer: z.enum(accessReports.answer.enumValues),
      })
      .meta(forDocs({ description: "The guest reported an access as someone else's" })),
    z.object({ type: z.literal("check_in_undone"), at }).meta(forDocs({ description: "A check-in was undone" })),
  ])
  .openapi("TimelineItem");
