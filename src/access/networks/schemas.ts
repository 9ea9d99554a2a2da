import * as z from "zod";
import { replyNetworks, undoneReplies } from "../../db/schema/reply-networks.ts";
import { NamedGuest } from "../../guests/named-guest.ts";
import { flag, uuid, wireMoment } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { RESPONSES } from "../../kernel/rsvp.ts";
import { NOTIFIED } from "../../sending/notify.ts";
import type { ReadNetwork } from "./read-networks.ts";

/** Replies that one request undoes: as many as an event has guests behind one address. */
const MAX_UNDONE = 1_000;

export const UndoReplies = z
  .object({
    guest_ids: z
      .array(uuid)
      .min(1)
      .max(MAX_UNDONE)
      .refine((ids) => new Set(ids).size === ids.length, "must not name a guest twice"),
  })
  .openapi("UndoReplies");

const network = {
  id: uuid,
  network: z.string().meta(forDocs({ description: "An IPv4 address (/32) or an IPv6 /64" })),
  first_at: wireMoment.meta(forDocs({ description: "Time of the first RSVP that was counted" })),
  last_at: wireMoment.meta(forDocs({ description: "Time of the last RSVP that was counted" })),
  replies: z
    .int()
    .min(0)
    .meta(forDocs({ description: "Guests whose first RSVP came from the network since `first_at`" })),
  status: z.enum(replyNetworks.status.enumValues).meta(
    forDocs({
      description:
        "`open`: needs your decision. A network that is `accepted`, `trusted` or `undone` is `open` again once ten more guests have replied from it",
    }),
  ),
  may_trust: flag(
    forDocs(
      "Whether `POST …/trust` works. Not for a mobile provider, for phones (a quarter of the replies) or for more than three kinds of browsers, because the next user of such a network may be a stranger",
    ),
  ),
  needs_code: flag(forDocs("Whether guests need a code from this network, after an undo")),
  undo: z
    .object({ until: wireMoment, started_at: wireMoment.nullable(), finished_at: wireMoment.nullable() })
    .meta(forDocs({ description: "Until when replies can be undone, and when the last undo ran" })),
};

export const ReplyNetwork = z.object(network).openapi("ReplyNetwork");

const NetworkReply = z
  .object({
    guest: NamedGuest,
    response: z
      .enum(RESPONSES)
      .nullable()
      .meta(forDocs({ description: "The guest's current RSVP; null: none" })),
    plus_ones: z.int().min(0),
    at: wireMoment.meta(
      forDocs({ description: "Time at which the guest's link was first used for an RSVP from the network" }),
    ),
    is_first: flag(forDocs("Whether it was the guest's first RSVP. An undo deletes it")),
    outcome: z
      .enum(["pending", ...undoneReplies.outcome.enumValues])
      .nullable()
      .meta(
        forDocs({
          description:
            "Outcome of an undo; null: not undone. `restored`: an earlier RSVP is valid again. `unchanged`: nothing of the network was left",
        }),
      ),
    reason: z
      .enum(undoneReplies.reason.enumValues)
      .nullable()
      .meta(
        forDocs({
          description:
            "Why the RSVP was kept. `changed`: another device or the host has changed it since. `arrived`: the party has checked in",
        }),
      ),
  })
  .openapi("NetworkReply");

/** An undo that has started. */
export const UndoStarted = z.object(NOTIFIED).openapi("UndoStarted");

export const ReplyNetworkDetail = z.object({ ...network, listed: z.array(NetworkReply) }).openapi("ReplyNetworkDetail");

export function presentNetwork(row: ReadNetwork) {
  const { id, network: name, firstAt, lastAt, replies, status, needsCode, undoUntil } = row;
  const undo = { until: undoUntil, startedAt: row.undoStartedAt, finishedAt: row.undoFinishedAt };
  return { id, network: name, firstAt, lastAt, replies, status, mayTrust: row.mayTrust, needsCode, undo };
}
