import { isInNetworks } from "../../kernel/cidr.ts";
import { AppError } from "../../kernel/errors.ts";
import { isEnabled } from "../../platform/flags/is-enabled.ts";
import { flushAfterResponse } from "../../platform/flush-after-response/flush-after-response.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Band, bandOf } from "../events/bands.ts";
import { type Attempt, accessOf, attemptedMessage, placeOf, type ScoredInvitation } from "./attempt.ts";
import { publishScores, toScoredEvent } from "./publish-score.ts";
import { insertAccessLog, markOpenedBy } from "./score-queries.ts";

/** What was found. Score and band are null when the engine had no answer in time; the guest goes on all the same. */
export interface Assessment {
  accessLogId: string;
  score: number | null;
  band: Band | null;
  automated: boolean;
}

/** The engine's word for a mail scanner, a chat preview or a crawler. */
const AUTOMATED = "automated_fetch";

/**
 * Scores one access or attempt and logs it. The log is durable before this returns, whatever the engine does: the
 * score and the insert run side by side, and what the engine could not say in time the bus brings later. An address
 * that the event trusts is not asked about at all.
 *
 * One trip. @returns the assessment; use `refuseBlocked` on it before anything is shown or written
 */
export async function assess(ctx: RequestContext, invitation: ScoredInvitation, attempt: Attempt): Promise<Assessment> {
  const { clock, engine } = ctx;
  const now = clock.now();
  const access = accessOf(invitation, attempt, now);
  const place = placeOf(attempt.facts.edge);
  const log = (reasons: string[]) => ({ ...access, ...place, kind: attempt.kind, at: now, reasons });
  const happened = { ...access, ...place, kind: attempt.kind, at: now, guestName: invitation.guestName };

  if (isInNetworks(access.ipAddress, invitation.allowlist)) {
    const known = { score: 0, risk: "low" as const, reasons: ["allowlisted"], automated: false };
    const row = { ...log(known.reasons), score: known.score, risk: known.risk, scoredAt: now };
    await ctx.db.batch([insertAccessLog(ctx.db, row)]);
    ctx.defer(() => ctx.db.batch([markOpenedBy(ctx.db, [access])]));
    ctx.defer(() => publishScores(ctx, [{ ...happened, ...known }]));
    return { accessLogId: access.accessLogId, score: 0, band: "low", automated: false };
  }
  if (!(await isEnabled(ctx, "risk_scoring", invitation.hostId))) {
    // Nobody will ever score it, so whether the guest has opened the invitation is settled here.
    await ctx.db.batch([insertAccessLog(ctx.db, log(["scoring_disabled"])), markOpenedBy(ctx.db, [access])]);
    return { accessLogId: access.accessLogId, score: null, band: null, automated: false };
  }

  const outboxEntries = enqueue(ctx, [busMessage(ctx, "access.attempted", attemptedMessage(access, now))]);
  const [answer] = await Promise.all([
    engine.score(access),
    ctx.db.batch([insertAccessLog(ctx.db, log(["engine_unavailable"])), ...outboxEntries.statements]),
  ]);
  if (answer === null) {
    flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, scores: [], frames: [] });
    return { accessLogId: access.accessLogId, score: null, band: null, automated: false };
  }
  const band = bandOf(answer.score, invitation.thresholds);
  const automated = attempt.kind === "access" && answer.reasons.includes(AUTOMATED);
  const scored = { score: answer.score, risk: band, reasons: answer.reasons, automated };
  flushAfterResponse(ctx, {
    outboxRows: outboxEntries.rows,
    // Without a time of the engine's own: whatever the bus brings later is newer, whoever's clock is ahead.
    scores: [{ eventId: access.eventId, accessLogId: access.accessLogId, ...scored, scoredAt: null }],
    frames: [{ eventId: access.eventId, event: toScoredEvent({ ...happened, ...scored }) }],
  });
  return { accessLogId: access.accessLogId, score: answer.score, band, automated };
}

/** @throws AppError 403 `access_blocked` when the band is block. A scanner is no burglar: it is never blocked. */
export function refuseBlocked(assessment: Assessment): void {
  if (assessment.band !== "block" || assessment.automated) return;
  throw new AppError("access_blocked");
}
