import { isConstraintViolation } from "../../db/failures.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { flushAfterResponse, pending } from "../../platform/flush-after-response/flush-after-response.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { type OpenedInvitation, openInvitation, scoredInvitation } from "../invitations/open-invitation.ts";
import { LIVE_EVENTS } from "../monitor/publish-live-events.ts";
import { assess, refuseBlocked } from "../risk/assess.ts";
import { type Answered, answered } from "./answered.ts";
import { confirmations } from "./confirmations.ts";
import { insertRsvp } from "./queries.ts";
import { rsvpEvent } from "./rsvp-event.ts";
import { maxPlusOnes } from "./rules.ts";
import type { Submission } from "./schemas.ts";

/**
 * Stores a guest's first RSVP: scored like an access, refused in the band `block`, confirmed by mail. The link stays
 * valid. Three round trips: the read in parallel with the rate-limit check, the score in parallel with the log, the write.
 * @throws AppError 409 `rsvp_exists`, 400 for too many plus-ones, 403 `access_blocked`, 404, 429
 */
export async function submitRsvp(
  ctx: RequestContext,
  link: GuestLink,
  input: Omit<Submission, "token"> & { facts: RequestFacts },
): Promise<Answered> {
  const { db, clock } = ctx;
  const invitation = await openInvitation(ctx, link, "db");
  requirePlusOnes(invitation, input.plusOnes);
  const attempt = { kind: "rsvp" as const, facts: input.facts, fingerprint: input.fingerprint };
  const assessment = await assess(ctx, scoredInvitation(invitation), attempt);
  refuseBlocked(assessment);
  if (invitation.rsvp !== null) throw new AppError("rsvp_exists");

  const now = clock.now();
  const row = {
    eventId: invitation.event.id,
    guestId: invitation.guest.id,
    id: newId(now),
    response: input.response,
    plusOnes: input.plusOnes,
    riskScore: assessment.score,
    editCount: 0,
    userAgent: input.facts.userAgent,
    fingerprint: input.fingerprint,
    submittedAt: now,
    updatedAt: now,
  };
  const outboxEntries = enqueue(ctx, confirmations(ctx, link, row, assessment.accessLogId));
  try {
    await db.batch([insertRsvp(db, row), ...outboxEntries.statements]);
    const submitted = rsvpEvent(invitation, { type: "rsvp.submitted", ...row });
    flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, effects: [pending(LIVE_EVENTS, submitted)] });
    return await answered(ctx, invitation, row);
  } catch (error) {
    // A concurrent request has inserted the RSVP, or the guest was deleted: nothing of the batch was written.
    if (isConstraintViolation(error)) throw new AppError("rsvp_exists");
    throw error;
  }
}

/** @throws AppError 400 for more plus-ones than the party size allows */
export function requirePlusOnes(invitation: Pick<OpenedInvitation, "guest">, plusOnes: number): void {
  const most = maxPlusOnes(invitation.guest.partySize);
  if (plusOnes > most) throw invalidField("plus_ones", `must be at most ${most} for this invitation`);
}
