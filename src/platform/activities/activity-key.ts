import type { LiveEvent } from "./live-event.ts";

/**
 * Returns the key that identifies an activity when the relay, a queue or a second Worker publishes it again. An
 * activity that can happen to one thing more than once has its time in the key.
 */
export function keyOf(event: LiveEvent): string {
  return `${event.type} ${subjectOf(event)}`;
}

function subjectOf(event: LiveEvent): string {
  switch (event.type) {
    case "access.scored":
    case "access.reported":
      return event.access_log_id;
    case "rsvp.submitted":
      return event.rsvp_id;
    case "rsvp.updated":
    case "waitlist.offered":
      return `${event.rsvp_id} ${event.at}`;
    case "check_in.recorded":
    case "check_in.undone":
      return event.check_in_id;
    case "challenge.sent":
    case "challenge.passed":
    case "challenge.failed":
      return event.challenge_id;
    case "check_in.arrived":
      return event.arrival_id;
    case "guest.created":
    case "invitation.opened":
      return event.guest.id;
    case "guest.deleted":
      return event.guest_id;
    case "guest.updated":
    case "invitation.sent":
    case "invitation.delivered":
    case "invitation.bounced":
      return `${event.guest.id} ${event.at}`;
    case "event.updated":
    case "event.cancelled":
    case "activity.erased":
      return event.at;
  }
}
