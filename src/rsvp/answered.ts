import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { hasDoorCode } from "../events/seats/seats.ts";
import { livePartyOf } from "../guests/party.ts";
import type { DoorCodeSubject } from "../invitations/door-code/door-code.ts";
import { type GuestLink, linkOf } from "../invitations/guest-link.ts";
import { toIsoTime } from "../kernel/clock.ts";
import type { PendingLiveEvent } from "../platform/activities/publish-live-events.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import type { MessagesOfRow } from "../platform/outbox/outbox-row.ts";
import type { Assessment } from "../risk/assess-access.ts";
import type { OpenedInvitation } from "../risk/open-invitation.ts";
import type { RsvpRow } from "./queries.ts";

/** A stored RSVP, with the door code of an attending guest who has a seat. */
export interface Answered {
  /** With the RSVP as it was before. */
  invitation: OpenedInvitation;
  rsvp: RsvpRow;
  /** The place in the waitlist: 1 is next. Null for a guest who is not waitlisted, and beyond the first 100. */
  waitlistPosition: number | null;
  /** The caller renders the form of the code that it shows. */
  doorCode: DoorCodeSubject | null;
}

/** Adds the door code of an attending guest who has a seat. */
export function answered(
  invitation: OpenedInvitation,
  { rsvp, waitlistPosition }: Pick<Answered, "rsvp" | "waitlistPosition">,
): Answered {
  const { event, token } = invitation;
  const doorCode = hasDoorCode(rsvp) ? { event, guest: { id: rsvp.guestId, tokenId: token.id } } : null;
  return { invitation, rsvp, waitlistPosition, doorCode };
}

type ConfirmedRsvp = Pick<
  RsvpRow,
  "eventId" | "guestId" | "id" | "response" | "plusOnes" | "riskScore" | "submittedAt"
>;

/**
 * Returns the queue messages of an RSVP: a confirmation email to the guest, and for the engine the access of the RSVP
 * and its confirmation.
 */
export function messagesOf(
  ctx: RequestContext,
  link: GuestLink,
  rsvp: ConfirmedRsvp,
  { accessLogId, attempted }: Assessment,
): MessagesOfRow[] {
  const body = { event_id: rsvp.eventId, guest_id: rsvp.guestId, access_log_id: accessLogId, kind: "rsvp" as const };
  const confirmed = busMessage(ctx, "access.confirmed", body);
  return [rsvpConfirmed(ctx, link.token, rsvp), attempted === null ? confirmed : [attempted, confirmed]];
}

/**
 * The queue message that emails the guest a confirmation of the RSVP.
 * @param token of the guest's link
 * @param isReserved whether the request has counted the email in the host's budget
 */
export function rsvpConfirmed(ctx: RequestContext, token: string, rsvp: ConfirmedRsvp, isReserved = false): BusMessage {
  return busMessage(ctx, "rsvp.confirmed", {
    event_id: rsvp.eventId,
    guest_id: rsvp.guestId,
    rsvp_id: rsvp.id,
    response: rsvp.response,
    plus_ones: rsvp.plusOnes,
    ...(rsvp.riskScore === null ? {} : { risk_score: rsvp.riskScore }),
    submitted_at: toIsoTime(rsvp.submittedAt),
    access_link: linkOf(ctx, token),
    ...(isReserved ? { reserved: true as const } : {}),
  });
}

type Rsvp = Pick<
  RsvpRow,
  "id" | "response" | "plusOnes" | "companions" | "answeredBy" | "seat" | "newDevice" | "updatedAt"
> &
  ({ type: "rsvp.submitted" } | ({ type: "rsvp.updated" } & Pick<RsvpRow, "editCount">));

interface Whose {
  event: { id: string };
  guest: { id: string; name: string };
}

export function rsvpEvent({ event, guest }: Whose, rsvp: Rsvp): PendingLiveEvent {
  const common = {
    at: toIsoTime(rsvp.updatedAt),
    guest: { id: guest.id, name: guest.name },
    rsvp_id: rsvp.id,
    response: rsvp.response,
    ...livePartyOf(rsvp),
  };
  return {
    eventId: event.id,
    event:
      rsvp.type === "rsvp.submitted"
        ? { type: rsvp.type, ...common }
        : { type: rsvp.type, ...common, edit_count: rsvp.editCount },
  };
}
