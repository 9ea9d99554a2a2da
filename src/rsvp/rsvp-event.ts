import { livePartyOf } from "../guests/live-party.ts";
import { toWire } from "../kernel/clock.ts";
import type { PendingLiveEvent } from "../platform/activities/publish-live-events.ts";
import type { RsvpRow } from "./queries.ts";

type Rsvp = Pick<RsvpRow, "id" | "response" | "plusOnes" | "companions" | "answeredBy" | "seat" | "updatedAt"> &
  ({ type: "rsvp.submitted" } | ({ type: "rsvp.updated" } & Pick<RsvpRow, "editCount">));

interface Whose {
  event: { id: string };
  guest: { id: string; name: string };
}

/** The live event of an RSVP. */
export function rsvpEvent({ event, guest }: Whose, rsvp: Rsvp): PendingLiveEvent {
  const common = {
    at: toWire(rsvp.updatedAt),
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
