import type { RequestContext } from "../../request-context.ts";
import { type DoorCode, doorCodeFor } from "../checkin/door-code.ts";
import type { OpenedInvitation } from "../invitations/open-invitation.ts";
import type { RsvpRow } from "./queries.ts";

/** An answer as it stands, with the code for the door when the guest comes. */
export interface Answered {
  /** What was answered. */
  invitation: OpenedInvitation;
  rsvp: RsvpRow;
  doorCode: DoorCode | null;
}

/** Adds the door code that an answer earns. */
export async function answered(ctx: RequestContext, invitation: OpenedInvitation, rsvp: RsvpRow): Promise<Answered> {
  const { event, token } = invitation;
  const attending = rsvp.response === "attending";
  return {
    invitation,
    rsvp,
    doorCode: attending ? await doorCodeFor(ctx, event, { id: rsvp.guestId, tokenId: token.id }) : null,
  };
}
