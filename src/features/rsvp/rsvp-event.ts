import { toWire } from "../../kernel/clock.ts";
import type { OpenedInvitation } from "../invitations/open-invitation.ts";
import type { LiveEvent } from "../monitor/live-event.ts";
import type { RsvpRow } from "./queries.ts";

type Answer = Pick<RsvpRow, "id" | "response" | "plusOnes" | "updatedAt"> &
  ({ type: "rsvp.submitted" } | ({ type: "rsvp.updated" } & Pick<RsvpRow, "editCount">));

/** What everybody who watches the event is told of a guest's answer, after the guest has got the answer to it. */
export function rsvpEvent({ event, guest }: OpenedInvitation, answer: Answer): { eventId: string; event: LiveEvent } {
  const said = {
    at: toWire(answer.updatedAt),
    guest: { id: guest.id, name: guest.name },
    rsvp_id: answer.id,
    response: answer.response,
    plus_ones: answer.plusOnes,
  };
  return {
    eventId: event.id,
    event:
      answer.type === "rsvp.submitted"
        ? { type: answer.type, ...said }
        : { type: answer.type, ...said, edit_count: answer.editCount },
  };
}
