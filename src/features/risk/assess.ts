import { isConstraintViolation } from "../../db/failures.ts";
import { isInNetworks } from "../../kernel/cidr.ts";
import { AppError } from "../../kernel/errors.ts";
import { isEnabled } from "../../platform/flags/is-enabled.ts";
import { type OutboxRow, toOutboxRows } from "../../platform/outbox/outbox-row.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Assessment, assessmentOf } from "./assessment.ts";
import { type Attempt, accessOf, type ScoredInvitation } from "./attempt.ts";
import type { EarlyLog } from "./early-log.ts";
import { publishAccess, storeLog } from "./log-access.ts";
import { scoreRowOf } from "./score-queries.ts";

/**
 * Scores a view of an invitation whose log is durable before this returns, whatever the engine does: the batch that read the
 * invitation has written it, or it is written in parallel with the score. The score is written after the response, and the
 * access is published; the consumer of its queue has it scored if the engine did not answer in time or has not recorded it.
 *
 * One round trip. @returns the assessment; pass it to `refuseBlocked` before anything is shown
 * @param log null if nothing is logged yet
 */
export async function assessView(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: Attempt,
  log: EarlyLog | null,
): Promise<Assessment> {
  const access = accessOf(invitation, attempt);
  const unscored = await unscoredOutcome(ctx, invitation, access);
  if (unscored !== null) {
    // The flag was switched off meanwhile.
    if (log !== null) await log.withdraw(invitation.eventId);
    const assessment = await assessmentOf(invitation, attempt, access, unscored);
    publishAccess(ctx, assessment, await storeLog(ctx, assessment));
    return assessment;
  }
  const store = async () => storeLog(ctx, await assessmentOf(invitation, attempt, access, null));
  const [score] = await Promise.all([ctx.engine.score(access), log === null ? store() : undefined]);
  const assessment = await assessmentOf(invitation, attempt, access, score);
  // What the outbox has of the message stays without the mark: it is published only if this score was not written.
  const outboxRows = toOutboxRows(assessment.attempted === null ? [] : [assessment.attempted], attempt.at);
  publishAccess(ctx, assessment, outboxRows, scoreRowOf(assessment.log));
  return assessment;
}

/**
 * Scores an attempt to answer an invitation, and runs what answers it. Writes no log itself: the answer's own batch does
 * (`insertAccessLog`), with the score. An attempt that is refused, by its band or by `answer`, is logged by a batch of its own; the
 * log is durable before this returns or throws.
 *
 * One round trip, and those of `answer`; a refusal costs one more.
 * @throws AppError 403 `access_blocked`, and what `answer` throws
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
    refuseBlocked(assessment);
    const answered = await answer(assessment);
    publishAccess(ctx, assessment, []);
    return answered;
  } catch (error) {
    publishAccess(ctx, assessment, await storeLog(ctx, assessment).catch(nothingToLog));
    throw error;
  }
}

/** @throws AppError 403 `access_blocked` in the band `block`. An automated fetch is never blocked. */
export function refuseBlocked(assessment: Assessment): void {
  if (assessment.band !== "block" || assessment.automated) return;
  throw new AppError("access_blocked");
}

/** Why an access is not scored; null for one that the engine scores. */
async function unscoredOutcome(
  ctx: RequestContext,
  { allowlist, hostId }: ScoredInvitation,
  access: { ipAddress: string },
) {
  if (isInNetworks(access.ipAddress, allowlist)) return "trusted";
  return (await isEnabled(ctx, "risk_scoring", hostId)) ? null : "disabled";
}

/** The guest is gone, and every log with them; or the answer was written, with its log, before something failed. */
function nothingToLog(error: unknown): OutboxRow[] {
  if (isConstraintViolation(error)) return [];
  throw error;
}
