import type { RequestContext } from "../context.ts";
import { isConstraintViolation } from "../db/failures.ts";
import type { AppError } from "../kernel/errors.ts";
import type { OutboxRow } from "../platform/outbox/outbox-row.ts";
import { unscoredOutcome } from "./assess.ts";
import { assessView } from "./assess-view.ts";
import { type Assessment, assessmentOf } from "./assessment.ts";
import { type Attempt, accessOf, type ScoredInvitation } from "./attempt.ts";
import { publishAccess, storeLog } from "./log-access.ts";
import { refuseDoubted } from "./refuse.ts";

/**
 * Scores an attempt to answer an invitation, and runs what answers it. Writes no log itself: the answer's own batch does
 * (`insertAccessLog`), with the score. An attempt that is refused, by its band or by `answer`, is logged by a batch of its own; the
 * log is durable before this returns or throws.
 *
 * One round trip, and those of `answer`; a refusal costs one more.
 * @throws AppError 403 `access_blocked` or `challenge_required`, and what `answer` throws
 */
export async function assessAnswer<T>(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: Attempt,
  answer: (assessment: Assessment) => Promise<T>,
): Promise<T> {
  const access = accessOf(invitation, attempt);
  const outcome = (await unscoredOutcome(ctx, invitation, access)) ?? (await ctx.engine.score(access));
  const assessment = await assessmentOf(invitation, attempt, access, outcome);
  try {
    await refuseDoubted(ctx, assessment, invitation.challenged);
    const answered = await answer(assessment);
    publishAccess(ctx, assessment, []);
    return answered;
  } catch (error) {
    publishAccess(ctx, assessment, await storeLog(ctx, assessment).catch(nothingToLog));
    throw error;
  }
}

/**
 * Scores and logs an attempt that is refused whatever its score says, such as a second first answer. The log is written in parallel
 * with the score. One round trip.
 * @throws AppError 403 `access_blocked` or `challenge_required`, else `refusal`
 */
export async function assessRefused(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: Attempt,
  refusal: AppError,
): Promise<never> {
  await refuseDoubted(ctx, await assessView(ctx, invitation, attempt, null), invitation.challenged);
  throw refusal;
}

/** The guest is gone, and every log with them; or the answer was written, with its log, before something failed. */
function nothingToLog(error: unknown): OutboxRow[] {
  if (isConstraintViolation(error)) return [];
  throw error;
}
