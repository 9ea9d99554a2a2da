import { toWire } from "../../kernel/clock.ts";
import type { Services } from "../../services.ts";
import type { OpenedInvitation } from "../access/open-invitation.ts";
import type { RsvpRow } from "./queries.ts";

type Answer = Pick<RsvpRow, "id" | "response" | "plusOnes" | "updatedAt"> &
  ({ type: "rsvp.submitted" } | ({ type: "rsvp.updated" } & Pick<RsvpRow, "editCount">));

/** Tells everybody who watches the event what a guest answered, after the guest has got the answer to it. */
export function announceAnswer(services: Services, { event, guest }: OpenedInvitation, answer: Answer): void {
  const said = {
    at: toWire(answer.updatedAt),
    guest: { id: guest.id, name: guest.name },
    rsvp_id: answer.id,
    response: answer.response,
    plus_ones: answer.plusOnes,
  };
  services.defer(() =>
    services.monitor.publish(
      event.id,
      answer.type === "rsvp.submitted"
        ? { type: answer.type, ...said }
        : { type: answer.type, ...said, edit_count: answer.editCount },
    ),
  );
}
