import type { RequestContext } from "../context.ts";
import { hasDoorCode } from "../events/seats/seats.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import { proveByNonce } from "../invitations/devices/queries.ts";
import type { DoorCodeSubject } from "../invitations/door-code/door-code.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { logWithRead } from "../risk/access-log.ts";
import { assessView } from "../risk/assess-access.ts";
import { newAccessAttempt } from "../risk/attempt.ts";
import { type OpenedInvitation, openInvitation, scoredInvitation } from "../risk/open-invitation.ts";
import { type ChallengeOffer, challengeOffer, enforceRisk } from "../risk/refuse.ts";
import { claimOf, isOwnDevice } from "../rsvp/own-device.ts";

/** The content that a guest's link shows. */
export interface InvitationView {
  invitation: OpenedInvitation;
  /** The RSVP, if this device may see it. */
  rsvp: OpenedInvitation["rsvp"];
  /** There is an RSVP, submitted on another device. */
  submittedElsewhere: boolean;
  /** Channels for verifying a device that does not see the RSVP. Null if it sees the RSVP, or no code can be sent. */
  challenge: ChallengeOffer | null;
  /** For attending guests with a seat, if this device may see the RSVP. The caller renders the form of the code that it shows. */
  doorCode: DoorCodeSubject | null;
}

/** The content for an automated fetch: enough for the card that a chat shows. Has neither the guest nor the venue. */
export interface LinkPreview {
  preview: true;
  eventName: string;
  hostName: string;
  /** Epoch milliseconds. */
  eventDate: number;
  timezone: string;
  branding: OpenedInvitation["branding"];
}

/**
 * Views an invitation: logs the access, scores it, and returns what this device may see (a preview for an automated
 * fetch). Two round trips: the read, which logs the access, in parallel with the rate-limit check, then the score. If
 * the event has an allowlist or scoring may be off, the log is written in parallel with the score.
 * @throws AppError 404 for a revoked link or a deleted event, 403 `access_blocked` or `challenge_required`, 429
 */
export async function viewInvitation(
  ctx: RequestContext,
  link: GuestLink,
  input: { editNonce?: string | undefined; facts: RequestFacts },
): Promise<InvitationView | LinkPreview> {
  const attempt = newAccessAttempt(ctx, link.tokenId, { kind: "access", facts: input.facts });
  const log = logWithRead(ctx, link, attempt);
  const invitation = await openInvitation(ctx, link, { editNonce: input.editNonce, log });
  const scored = scoredInvitation(invitation);
  const assessment = await assessView(ctx, scored, attempt, invitation.log);
  await enforceRisk(ctx, assessment, scored.challenged);
  if (assessment.automated) {
    const { event, hostName, branding } = invitation;
    const { name: eventName, eventDate, timezone } = event;
    return { preview: true, eventName, hostName, eventDate, timezone, branding };
  }

  proveByNonce(ctx, invitation);
  const own = invitation.rsvp !== null && isOwnDevice(invitation.rsvp, claimOf(input.facts, invitation));
  const submittedElsewhere = invitation.rsvp !== null && !own;
  const rsvp = own ? invitation.rsvp : null;
  return {
    invitation,
    rsvp,
    submittedElsewhere,
    challenge: submittedElsewhere ? await challengeOffer(ctx, scored.challenged) : null,
    doorCode:
      rsvp !== null && hasDoorCode(rsvp)
        ? { event: invitation.event, guest: { id: invitation.guest.id, tokenId: invitation.token.id } }
        : null,
  };
}
