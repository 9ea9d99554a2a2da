import type { RequestContext } from "../../request-context.ts";
import { type DoorCode, doorCodeFor } from "../checkin/door-code.ts";
import type { OpenedInvitation } from "../invitations/open-invitation.ts";
import type { RsvpRow } from "./queries.ts";

/** A stored RSVP, with the door code of an attending guest. */
export interface Answered {
  invitation: OpenedInvitation;
  rsvp: RsvpRow;
  doorCode: DoorCode | null;
}

/** Adds the door code of an attending guest. */
export async function answered(ctx: RequestContext, invitation: OpenedInvitation, rsvp: RsvpRow): Promise<Answered> {
  const { event, token } = invitation;
  const isAttending = rsvp.response === "attending";
  return {
    invitation,
    rsvp,
    doorCode: isAttending ? await doorCodeFor(ctx, event, { id: rsvp.guestId, tokenId: token.id }) : null,
  };
}
