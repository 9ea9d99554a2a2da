import { isInNetworks } from "../../kernel/cidr.ts";
import { AppError } from "../../kernel/errors.ts";
import { isEnabled } from "../../platform/flags/is-enabled.ts";
import { flushAfterResponse, pending } from "../../platform/flush-after-response/flush-after-response.ts";
import type { EffectKind } from "../../platform/flush-after-response/flush-queue.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { toOutboxRows } from "../../platform/outbox/outbox-row.ts";
import type { RequestContext } from "../../request-context.ts";
import { riskAlerts } from "../alerts/risk-alert.ts";
import { type Band, bandOf } from "../events/bands.ts";
import { LIVE_EVENTS, publishLiveEvents } from "../monitor/publish-live-events.ts";
import { type Attempt, accessOf, attemptedMessage, placeOf, type ScoredInvitation } from "./attempt.ts";
import { isAutomatedRequest } from "./automated-request.ts";
import { loggedPlace } from "./logged-place.ts";
import { scoreColumns } from "./score-columns.ts";
import { insertAccessLog, markOpenedBy, type ScoreRow, updateScores } from "./score-queries.ts";
import { toScoredEvent } from "./scored-event.ts";

/** The outcome. Score and band are null if the engine did not answer in time; the guest is let in all the same. */
export interface Assessment {
  accessLogId: string;
  score: number | null;
  band: Band | null;
  automated: boolean;
}

/** The engine's reason for a mail scanner, a chat preview or a crawler. */
const AUTOMATED = "automated_fetch";

/** Scores for access logs, written after the response. */
const SCORES: EffectKind<ScoreRow> = {
  statements: (db, scores) => [updateScores(db, scores), markOpenedBy(db, scores)],
};

/**
 * Scores one access and logs it. The score and the insert run in parallel, so the log is durable before this returns,
 * whatever the engine does. The access is then published; the consumer of its queue has it scored if the engine did not
 * answer in time or has not recorded it. A trusted address is not scored.
 *
 * One round trip. @returns the assessment; pass it to `refuseBlocked` before anything is shown or written
 */
export async function assess(ctx: RequestContext, invitation: ScoredInvitation, attempt: Attempt): Promise<Assessment> {
  const { clock, engine } = ctx;
  const now = clock.now();
  const access = accessOf(invitation, attempt, now);
  const { accessLogId } = access;
  const place = placeOf(attempt.facts.edge);
  // Until there is a score, the headers decide: an automated fetch never counts as the guest's.
  const seemsAutomated = attempt.kind === "access" && isAutomatedRequest(attempt.facts);
  const logged = { ...access, ...place, kind: attempt.kind, at: now, automated: seemsAutomated };
  const log = (reasons: string[]) => ({ ...logged, reasons });
  const described = { ...access, ...place, kind: attempt.kind, at: now, guestName: invitation.guestName };

  if (isInNetworks(access.ipAddress, invitation.allowlist)) {
    const scored = { score: 0, risk: "low" as const, reasons: ["allowlisted"], automated: seemsAutomated };
    const row = { ...log(scored.reasons), score: scored.score, risk: scored.risk, scoredAt: now };
    await ctx.db.batch([insertAccessLog(ctx.db, row)]);
    ctx.defer(() => ctx.db.batch([markOpenedBy(ctx.db, [access])]));
    ctx.defer(() => publishLiveEvents(ctx, [toScoredEvent({ ...described, ...scored, ...loggedPlace({}, place) })]));
    return { accessLogId, score: 0, band: "low", automated: seemsAutomated };
  }
  if (!(await isEnabled(ctx, "risk_scoring", invitation.hostId))) {
    // No score will follow, so the guest's `opened_at` is set here.
    await ctx.db.batch([insertAccessLog(ctx.db, log(["scoring_disabled"])), markOpenedBy(ctx.db, [access])]);
    return { accessLogId, score: null, band: null, automated: seemsAutomated };
  }

  const message = busMessage(ctx, "access.attempted", attemptedMessage(access, now));
  const outboxEntries = enqueue(ctx, [message]);
  const [answer] = await Promise.all([
    engine.score(access),
    ctx.db.batch([insertAccessLog(ctx.db, log(["engine_unavailable"])), ...outboxEntries.statements]),
  ]);
  if (answer === null) {
    flushAfterResponse(ctx, { outboxRows: outboxEntries.rows });
    return { accessLogId, score: null, band: null, automated: seemsAutomated };
  }
  const band = bandOf(answer.score, invitation.thresholds);
  const automated = attempt.kind === "access" && answer.reasons.includes(AUTOMATED);
  const { eventId } = access;
  const scored = { ...scoreColumns(answer), risk: band, automated };
  // The row in the outbox stays without the mark: it is published again only if this score was not written to the log.
  const recorded = { ...message, body: { ...message.body, recorded: answer.recordedAt !== null } };
  const alerts = await riskAlerts({ ...access, risk: band, automated, at: now });
  flushAfterResponse(ctx, {
    outboxRows: toOutboxRows([recorded, ...alerts], now),
    effects: [
      pending(SCORES, { eventId, accessLogId, ...scored, scoredAt: answer.recordedAt }),
      pending(LIVE_EVENTS, toScoredEvent({ ...described, ...scored, ...loggedPlace(scored, place) })),
    ],
  });
  return { accessLogId, score: answer.score, band, automated };
}

/** @throws AppError 403 `access_blocked` in the band `block`. An automated fetch is never blocked. */
export function refuseBlocked(assessment: Assessment): void {
  if (assessment.band !== "block" || assessment.automated) return;
  throw new AppError("access_blocked");
}
