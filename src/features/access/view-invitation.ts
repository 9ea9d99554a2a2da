import type { RequestFacts } from "../../http/request-facts.ts";
import type { RequestContext } from "../../request-context.ts";
import { type DoorCode, doorCodeFor } from "../checkin/door-code.ts";
import { atLink } from "../invitations/guest-link.ts";
import { assess, refuseBlocked } from "../risk/assess.ts";
import { isOwnDevice } from "./device.ts";
import { type OpenedInvitation, openInvitation, scoredInvitation } from "./open-invitation.ts";

/** What a guest sees behind the link. */
export interface InvitationView {
  invitation: OpenedInvitation;
  /** The answer, when this device may see it. */
  rsvp: OpenedInvitation["rsvp"];
  /** There is an answer, and it was given on another device. */
  submittedElsewhere: boolean;
  /** For guests who attend, on the device that may see it. */
  doorCode: DoorCode | null;
}

/**
 * Opens an invitation for whoever holds its link: logs the access, scores it, and shows what this device may see.
 * Two trips: the read beside the rate window, then the score beside the log.
 * @throws AppError 404 for a link that opens nothing, 403 `access_blocked`, 429
 */
export async function viewInvitation(
  anywhere: RequestContext,
  input: { token: string; editNonce?: string | undefined; facts: RequestFacts; rateLimitCheck: Promise<void> },
): Promise<InvitationView> {
  const ctx = atLink(anywhere, input.token);
  const invitation = await openInvitation(ctx, input, "replicaDb");
  const attempt = { kind: "access" as const, facts: input.facts, fingerprint: {} };
  const assessment = await assess(ctx, scoredInvitation(invitation), attempt);
  refuseBlocked(assessment);

  const claim = { userAgent: input.facts.userAgent, hasNonce: invitation.nonceHash !== null };
  // A scanner gets what any other device would get: it has no business with the guest's answer.
  const own = invitation.rsvp !== null && !assessment.automated && isOwnDevice(invitation.rsvp, claim);
  const rsvp = own ? invitation.rsvp : null;
  return {
    invitation,
    rsvp,
    submittedElsewhere: invitation.rsvp !== null && !own,
    doorCode:
      rsvp?.response === "attending"
        ? await doorCodeFor(ctx, invitation.event, { id: invitation.guest.id, tokenId: invitation.token.id })
        : null,
  };
}
