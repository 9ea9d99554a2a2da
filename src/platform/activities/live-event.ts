import * as z from "zod";
import { accessLogs } from "../../db/schema/access.ts";
import { accessReports, challenges } from "../../db/schema/challenges.ts";
import { BANDS } from "../../db/schema/events.ts";
import { rsvps, STOP_REASONS } from "../../db/schema/rsvps.ts";
import { flag, uuid, wireMoment } from "../../http/fields.ts";
import { guestData, guestName } from "../../http/guest-data.ts";
import { DELIVERY_CAUSES } from "../../kernel/delivery-outcome.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { RESPONSES, SEATS } from "../../kernel/rsvp.ts";

const guest = z.object({ id: uuid, name: guestName });
const answer = {
  response: z.enum(RESPONSES),
  plus_ones: z.int(),
  companions: z.array(z.object({ name: guestData(z.string().nullable()), attending: z.boolean() })),
  answered_by: z.enum(rsvps.answeredBy.enumValues),
  seat: z.enum(SEATS).nullable(),
  new_device: flag(
    forDocs(
      "Whether the RSVP came from a device that was new to the link, at medium risk or more: somebody with the guest's link, perhaps not the guest",
    ),
  ),
};

const KEYS = new Map<string, readonly string[]>();

/**
 * Defines an activity.
 * @param key the fields that identify it when the relay, a queue or a second Worker publishes it again. An activity
 *   that can happen to one thing more than once has its time in the key.
 */
function activity<const T extends string, F extends z.core.$ZodLooseShape>(
  type: T,
  key: readonly (keyof F | "at")[],
  fields: F,
) {
  KEYS.set(type, key as string[]);
  return z.object({ type: z.literal(type), at: wireMoment, ...fields });
}

/** An access or attempt was scored, blocked ones included. */
const AccessScored = activity("access.scored", ["access_log_id"], {
  guest,
  access_log_id: uuid,
  kind: z.enum(accessLogs.kind.enumValues),
  score: z.int(),
  risk: z.enum(BANDS),
  reasons: z.array(z.string()),
  automated: z.boolean(),
  geo_country: z.string().nullable(),
  geo_city: z.string().nullable(),
  geo_lat: z.number().nullable(),
  geo_lon: z.number().nullable(),
});

/** A guest submitted the first RSVP. */
const RsvpSubmitted = activity("rsvp.submitted", ["rsvp_id"], { guest, rsvp_id: uuid, ...answer });

/** A guest edited the RSVP. Has the new RSVP. */
const RsvpUpdated = activity("rsvp.updated", ["rsvp_id", "at"], {
  guest,
  rsvp_id: uuid,
  ...answer,
  edit_count: z.int(),
});

const CheckInRecorded = activity("check_in.recorded", ["check_in_id"], {
  guest,
  check_in_id: uuid,
  arrival_count: z.int(),
  walk_in: z.boolean(),
});

/** More people of a party that is in arrived. */
const MoreArrived = activity("check_in.arrived", ["arrival_id"], {
  guest,
  check_in_id: uuid,
  arrival_id: uuid,
  arrival_count: z.int(),
  total_count: z.int(),
});

/** A check-in was deleted. */
const CheckInUndone = activity("check_in.undone", ["check_in_id"], { guest, check_in_id: uuid });

/** A waiting party was offered its seats. */
const WaitlistOffered = activity("waitlist.offered", ["rsvp_id", "at"], {
  guest,
  rsvp_id: uuid,
  heads: z.int(),
  offer_expires_at: wireMoment,
});

/** A waiting party was not offered free seats, because it could not be emailed. */
const WaitlistPassedOver = activity("waitlist.passed_over", ["guest", "at"], {
  guest,
  heads: z.int(),
  reason: z.enum(STOP_REASONS),
});

const challenge = { challenge_id: uuid, channel: z.enum(challenges.channel.enumValues) };

/** A code was sent to the guest, at the request of the person with the link. */
const ChallengeSent = activity("challenge.sent", ["challenge_id"], { guest, ...challenge });

/** The person with the link entered the code: the device is verified. */
const ChallengePassed = activity("challenge.passed", ["challenge_id"], { guest, ...challenge });

/** The person with the link entered wrong codes until no tries were left. */
const ChallengeFailed = activity("challenge.failed", ["challenge_id"], { guest, ...challenge });

/** The guest reported an access by another person. */
const AccessReported = activity("access.reported", ["access_log_id"], {
  guest,
  access_log_id: uuid,
  answer: z.enum(accessReports.answer.enumValues),
});

/** The event was changed, or reinstated: then `status` is the changed field. */
const EventUpdated = activity("event.updated", ["at"], { changed: z.array(z.string()) });

/** The event was cancelled; what the host tells the guests. */
const EventCancelled = activity("event.cancelled", ["at"], { message: z.string().nullable() });

/** A guest was put on the list, by hand, from a file or as a walk-in. */
const GuestCreated = activity("guest.created", ["guest"], { guest });

/** A host changed a guest; the names of the changed fields. */
const GuestUpdated = activity("guest.updated", ["guest", "at"], { guest, changed: z.array(z.string()) });

/** A guest was erased. Recipients of the guest's earlier activities erase the guest, too. */
const GuestDeleted = activity("guest.deleted", ["guest_id"], { guest_id: uuid });

/** The mail server accepted the email with a guest's invitation. */
const InvitationSent = activity("invitation.sent", ["guest", "at"], { guest });

/** The email reached the guest's mailbox, as far as the mail provider can tell. */
const InvitationDelivered = activity("invitation.delivered", ["guest", "at"], { guest });

/** The email was rejected or returned. Has the mail server's reason. */
const InvitationBounced = activity("invitation.bounced", ["guest", "at"], {
  guest,
  reason: z.string().nullable(),
  /** Absent in activities that were stored before it existed. */
  cause: z.enum(DELIVERY_CAUSES).optional(),
});

/** A person opened a guest's invitation for the first time. */
const InvitationOpened = activity("invitation.opened", ["guest"], { guest });

/** Replaces an activity that was erased with its guest, or because of its age, so that no number is missing. */
const ActivityErased = activity("activity.erased", ["at"], {});

/** An activity of an event, on the live channel and in the activity list. */
export const LiveActivity = z
  .discriminatedUnion("type", [
    AccessScored,
    RsvpSubmitted,
    RsvpUpdated,
    CheckInRecorded,
    MoreArrived,
    CheckInUndone,
    WaitlistOffered,
    WaitlistPassedOver,
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

export type LiveActivity = z.output<typeof LiveActivity>;

/** Returns the key that identifies an activity. Its guest is identified by the ID. */
export function keyOf(event: LiveActivity): string {
  const fields: Readonly<Record<string, unknown>> = {
    ...event,
    ...("guest" in event ? { guest: event.guest.id } : {}),
  };
  return [event.type, ...(KEYS.get(event.type) ?? []).map((field) => fields[field])].join(" ");
}

/** A numbered activity, as the live channel sends it. `sequence` counts an event's activities from 1 without a gap. */
export type LiveFrame = LiveActivity & { event_id: string; sequence: number };
