import type { RequestContext } from "../../request-context.ts";
import { type DoorCode, doorCodeFor } from "../checkin/door-code.ts";
import type { OpenedInvitation } from "../invitations/open-invitation.ts";
import { hasDoorCode } from "../seats/has-door-code.ts";
import type { RsvpRow } from "./queries.ts";

/** A stored RSVP, with the door code of an attending guest who has a seat. */
export interface Answered {
  /** With the RSVP as it was before. */
  invitation: OpenedInvitation;
  rsvp: RsvpRow;
  /** The place in the line: 1 is next. Null for a guest who does not wait, and beyond the first 100. */
  waitlistPosition: number | null;
  doorCode: DoorCode | null;
}

/** Adds the door code of an attending guest who has a seat. */
export async function answered(
  ctx: RequestContext,
  invitation: OpenedInvitation,
  { rsvp, waitlistPosition }: Pick<Answered, "rsvp" | "waitlistPosition">,
): Promise<Answered> {
  const { event, token } = invitation;
  const doorCode = hasDoorCode(rsvp) ? await doorCodeFor(ctx, event, { id: rsvp.guestId, tokenId: token.id }) : null;
  return { invitation, rsvp, waitlistPosition, doorCode };
}
