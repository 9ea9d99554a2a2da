import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";
import { RESPONSES, SEATS } from "../../kernel/rsvp.ts";
import { BANDS } from "../risk-bands/bands.ts";

const guest = z.object({ id: uuid, name: z.string() });
const common = { at: wireMoment, guest };
const answer = {
  response: z.enum(RESPONSES),
  plus_ones: z.int(),
  companions: z.array(z.object({ name: z.string().nullable(), attending: z.boolean() })),
  answered_by: z.enum(["guest", "host"]),
  seat: z.enum(SEATS).nullable(),
};

/** An access or attempt was scored, blocked ones included. */
const AccessScored = z.object({
  type: z.literal("access.scored"),
  ...common,
  access_log_id: uuid,
  kind: z.enum(["access", "rsvp", "edit"]),
  score: z.int(),
  risk: z.enum(BANDS),
  reasons: z.array(z.string()),
  automated: z.boolean(),
  geo_country: z.string().nullable(),
  geo_city: z.string().nullable(),
  geo_lat: z.number().nullable(),
  geo_lon: z.number().nullable(),
});

/** A guest answered for the first time. */
const RsvpSubmitted = z.object({ type: z.literal("rsvp.submitted"), ...common, rsvp_id: uuid, ...answer });

/** A guest edited the answer; the new answer. */
const RsvpUpdated = z.object({
  type: z.literal("rsvp.updated"),
  ...common,
  rsvp_id: uuid,
  ...answer,
  edit_count: z.int(),
});

/** A guest was checked in. */
const CheckInRecorded = z.object({
  type: z.literal("check_in.recorded"),
  ...common,
  check_in_id: uuid,
  arrival_count: z.int(),
  walk_in: z.boolean(),
});

/** More people of a party that is in arrived. */
const MoreArrived = z.object({
  type: z.literal("check_in.arrived"),
  ...common,
  check_in_id: uuid,
  arrival_id: uuid,
  arrival_count: z.int(),
  total_count: z.int(),
});

/** A check-in was deleted. */
const CheckInUndone = z.object({ type: z.literal("check_in.undone"), ...common, check_in_id: uuid });

/** A waiting party was offered its seats. */
const WaitlistOffered = z.object({
  type: z.literal("waitlist.offered"),
  ...common,
  rsvp_id: uuid,
  heads: z.int(),
  offer_expires_at: wireMoment,
});

const challenge = { challenge_id: uuid, channel: z.enum(["email", "sms"]) };

/** A code was sent to the guest, at the request of the person with the link. */
const ChallengeSent = z.object({ type: z.literal("challenge.sent"), ...common, ...challenge });

/** The person with the link entered the code: the device is verified. */
const ChallengePassed = z.object({ type: z.literal("challenge.passed"), ...common, ...challenge });

/** The person with the link entered wrong codes until no tries were left. */
const ChallengeFailed = z.object({ type: z.literal("challenge.failed"), ...common, ...challenge });

/** The guest reported an access by another person. */
const AccessReported = z.object({
  type: z.literal("access.reported"),
  ...common,
  access_log_id: uuid,
  answer: z.enum(["restored", "unchanged", "kept"]),
});

/** The event was changed, or reinstated: then `status` is the changed field. */
const EventUpdated = z.object({ type: z.literal("event.updated"), at: wireMoment, changed: z.array(z.string()) });

/** The event was cancelled; what the host tells the guests. */
const EventCancelled = z.object({ type: z.literal("event.cancelled"), at: wireMoment, message: z.string().nullable() });

/** A guest was put on the list, by hand, from a file or as a walk-in. */
const GuestCreated = z.object({ type: z.literal("guest.created"), ...common });

/** A host changed a guest; the names of the changed fields. */
const GuestUpdated = z.object({ type: z.literal("guest.updated"), ...common, changed: z.array(z.string()) });

/** A guest was erased. Recipients of the guest's earlier activities erase the guest, too. */
const GuestDeleted = z.object({ type: z.literal("guest.deleted"), at: wireMoment, guest_id: uuid });

/** The email with a guest's invitation was accepted by the mail server. */
const InvitationSent = z.object({ type: z.literal("invitation.sent"), ...common });

/** The email reached the guest's mailbox, as far as the mail provider can tell. */
const InvitationDelivered = z.object({ type: z.literal("invitation.delivered"), ...common });

/** The email was rejected or returned, with the reason in the mail server's words. */
const InvitationBounced = z.object({
  type: z.literal("invitation.bounced"),
  ...common,
  reason: z.string().nullable(),
});

/** A person opened a guest's invitation for the first time. */
const InvitationOpened = z.object({ type: z.literal("invitation.opened"), ...common });

/** Replaces an activity that was erased with its guest, or because of its age, so that no number is missing. */
const ActivityErased = z.object({ type: z.literal("activity.erased"), at: wireMoment });

/** An activity of an event, on the live channel and in the activity list. */
export const LiveEvent = z
  .discriminatedUnion("type", [
    AccessScored,
    RsvpSubmitted,
    RsvpUpdated,
    CheckInRecorded,
    MoreArrived,
    CheckInUndone,
    WaitlistOffered,
    ChallengeSent,
    ChallengePassed,
    ChallengeFailed,
    AccessReported,
    EventUpdated,
    EventCancelled,
    GuestCreated,
    GuestUpdated,
    GuestDeleted,
    InvitationSent,
    InvitationDelivered,
    InvitationBounced,
    InvitationOpened,
    ActivityErased,
  ])
  .openapi("LiveEvent");

export type LiveEvent = z.output<typeof LiveEvent>;

/** A numbered activity, as the live channel sends it. `sequence` counts an event's activities from 1 without a gap. */
export type LiveFrame = LiveEvent & { event_id: string; sequence: number };
