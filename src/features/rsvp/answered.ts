import type { Services } from "../../services.ts";
import type { OpenedInvitation } from "../access/open-invitation.ts";
import { type DoorCode, doorCodeFor } from "../checkin/door-code.ts";
import type { RsvpRow } from "./queries.ts";

/** An answer as it stands, with the code for the door when the guest comes. */
export interface Answered {
  rsvp: RsvpRow;
  doorCode: DoorCode | null;
}

/** Adds the door code that an answer earns. */
export async function answered(
  services: Services,
  { event, token }: Pick<OpenedInvitation, "event" | "token">,
  rsvp: RsvpRow,
): Promise<Answered> {
  const attending = rsvp.response === "attending";
  return {
    rsvp,
    doorCode: attending ? await doorCodeFor(services, event, { id: rsvp.guestId, tokenId: token.id }) : null,
  };
}
