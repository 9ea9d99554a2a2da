import { isConstraintViolation } from "../../db/failures.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { flushAfterResponse } from "../../platform/flush-after-response/flush-after-response.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { type OpenedInvitation, openInvitation, scoredInvitation } from "../access/open-invitation.ts";
import { atLink } from "../invitations/guest-link.ts";
import { assess, refuseBlocked } from "../risk/assess.ts";
import { type Answered, answered } from "./answered.ts";
import { confirmations } from "./confirmations.ts";
import { rsvpEvent } from "./live-event.ts";
import { insertRsvp } from "./queries.ts";
import { maxPlusOnes } from "./rules.ts";
import type { Submission } from "./schemas.ts";

/**
 * Takes a guest's first answer: scored like an access, refused when the band is block, confirmed by mail. The link
 * stays usable. Three trips: the read beside the rate window, the score beside the log, the guarded write.
 * @throws AppError 409 `rsvp_exists`, 400 for too many companions, 403 `access_blocked`, 404, 429
 */
export async function submitRsvp(
  anywhere: RequestContext,
  input: Submission & { facts: RequestFacts; rateLimitCheck: Promise<void> },
): Promise<Answered> {
  const ctx = atLink(anywhere, input.token);
  const { db, clock } = ctx;
  const invitation = await openInvitation(ctx, input, "db");
  requireRoom(invitation, input.plusOnes);
  const attempt = { kind: "rsvp" as const, facts: input.facts, fingerprint: input.fingerprint };
  const assessment = await assess(ctx, scoredInvitation(invitation), attempt);
  refuseBlocked(assessment);
  if (invitation.rsvp !== null) throw rsvpExists();

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
  const outboxEntries = enqueue(ctx, confirmations(ctx, invitation, row, input.token, assessment.accessLogId));
  try {
    await db.batch([insertRsvp(db, row), ...outboxEntries.statements]);
    const frames = [rsvpEvent(invitation, { type: "rsvp.submitted", ...row })];
    flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, scores: [], frames });
    return await answered(ctx, invitation, row);
  } catch (error) {
    // Somebody answered by the same link in between: the batch is gone as a whole.
    if (isConstraintViolation(error)) throw rsvpExists();
    throw error;
  }
}

/** @throws AppError 400 when more companions are named than the invitation is for */
export function requireRoom(invitation: Pick<OpenedInvitation, "guest">, plusOnes: number): void {
  const most = maxPlusOnes(invitation.guest.partySize);
  if (plusOnes > most) throw invalidField("plus_ones", `is at most ${most} for this invitation`);
}

/** 409: the first answer was given already; it can be edited. */
function rsvpExists(): AppError {
  return new AppError("rsvp_exists");
}
