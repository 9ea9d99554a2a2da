import { isConstraintViolation } from "../../db/failures.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { flushAfterResponse, pending } from "../../platform/flush-after-response/flush-after-response.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { openInvitation, scoredInvitation } from "../invitations/open-invitation.ts";
import { LIVE_EVENTS } from "../monitor/publish-live-events.ts";
import { assess, refuseBlocked } from "../risk/assess.ts";
import { type Answered, answered } from "./answered.ts";
import { confirmations } from "./confirmations.ts";
import { insertRsvp } from "./queries.ts";
import { reopenInvitation, requireNotArrived, requirePlusOnes } from "./reopen-invitation.ts";
import { rsvpEvent } from "./rsvp-event.ts";
import { seatOf, storedAnswer } from "./rules.ts";
import type { Submission } from "./schemas.ts";

/**
 * Stores a guest's first RSVP: scored like an access, refused in the band `block`, confirmed by mail. The link stays
 * valid. Three round trips: the read in parallel with the rate-limit check, the score in parallel with the log, the write.
 * The write repeats what it was decided on: link, event, arrival and party size.
 * @param input.isShown whether the caller shows the invitation with the answer, as a page does
 * @throws AppError 409 `rsvp_exists`, `already_arrived`, 400 for too many plus-ones, 403 `access_blocked`, 404, 429
 */
export async function submitRsvp(
  ctx: RequestContext,
  link: GuestLink,
  input: Omit<Submission, "token"> & { facts: RequestFacts; isShown?: boolean },
): Promise<Answered> {
  const { db, clock } = ctx;
  const invitation = await openInvitation(ctx, link, "db", { isShown: input.isShown ?? false });
  requireNotArrived(invitation);
  const answer = storedAnswer(input);
  requirePlusOnes(invitation, answer.plusOnes);
  const attempt = { kind: "rsvp" as const, facts: input.facts, fingerprint: input.fingerprint };
  const assessment = await assess(ctx, scoredInvitation(invitation), attempt);
  refuseBlocked(assessment);
  if (invitation.rsvp !== null) throw new AppError("rsvp_exists");

  const now = clock.now();
  const row = {
    eventId: invitation.event.id,
    guestId: invitation.guest.id,
    id: newId(now),
    ...answer,
    riskScore: assessment.score,
    editCount: 0,
    hostChangeCount: 0,
    maxPlusOnes: null,
    userAgent: input.facts.userAgent,
    fingerprint: input.fingerprint,
    submittedAt: now,
    updatedAt: now,
    companions: [],
    answers: {},
    answeredBy: "guest" as const,
    ...seatOf(answer),
    waitlistedAt: null,
    offerExpiresAt: null,
  };
  const outboxEntries = enqueue(ctx, confirmations(ctx, link, row, assessment.accessLogId));
  try {
    await db.batch([insertRsvp(db, { ...row, tokenId: link.tokenId }), ...outboxEntries.statements]);
    const submitted = rsvpEvent(invitation, { type: "rsvp.submitted", ...row });
    flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, effects: [pending(LIVE_EVENTS, submitted)] });
    return await answered(ctx, invitation, row);
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // Nothing of the batch was written: something has changed since the read, or a concurrent request was first.
    await reopenInvitation(ctx, link, answer.plusOnes);
    throw new AppError("rsvp_exists");
  }
}
