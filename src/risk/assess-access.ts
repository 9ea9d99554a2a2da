import type { BusMessage } from "../../proto/bus/messages.ts";
import type { Score, ScoredAccess } from "../adapters/scoring-engine.ts";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { one } from "../db/one.ts";
import { loggedDevice } from "../invitations/devices/queries.ts";
import { isInNetworks } from "../kernel/cidr.ts";
import type { AppError } from "../kernel/errors.ts";
import { LIVE_EVENTS, type PendingLiveEvent } from "../platform/activities/publish-live-events.ts";
import { isEnabled } from "../platform/flags/flags.ts";
import { flushAfterResponse, pending } from "../platform/flush-after-response/flush-after-response.ts";
import type { EffectKind } from "../platform/flush-after-response/flush-queue.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { type OutboxRow, toOutboxRows } from "../platform/outbox/outbox-row.ts";
import { type Band, bandOf, capVerifiedScore } from "../platform/risk-bands/bands.ts";
import {
  insertAccessLog,
  type LogOfView,
  loggedPlace,
  markOpened,
  type ScoreRow,
  scoreColumns,
  updateScores,
  withdrawLog,
} from "./access-log.ts";
import {
  type AccessAttempt,
  accessOf,
  attemptedBody,
  type NewAccessLog,
  type Opening,
  placeOf,
  type ScoredInvitation,
  UNSCORED,
} from "./attempt.ts";
import { foldOrInsert, insertIfRoom } from "./fold-access.ts";
import { enforceRisk, refusalOf } from "./refuse.ts";
import { repliesOfNetwork, riskAlerts, scoredEvents } from "./scored-access.ts";

/**
 * Scores a view of an invitation. Its log is durable before this returns, even if the engine fails. The batch that read
 * the invitation has written the log, or it is written in parallel with the score. After more than 60 accesses of the
 * link in an hour, it is written with the score, see `foldOrInsert`. After the response, the score is written and the
 * access is published. The queue consumer has it scored if the engine did not respond in time or
 * has not recorded it. One round trip.
 * @returns the assessment; pass it to `enforceRisk` before anything is shown
 * @param log null if nothing is logged yet
 */
export async function assessView(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: AccessAttempt,
  log: LogOfView,
): Promise<Assessment> {
  const access = accessOf(invitation, attempt);
  const unscored = await unscoredOutcome(ctx, invitation, access);
  if (unscored !== null) {
    // The flag was switched off in the meantime.
    await withdrawLog(log, invitation.eventId);
    return storeAssessed(ctx, await assessmentOf(ctx, invitation, attempt, access, unscored));
  }
  const store = async () => storeUnscored(ctx, await assessmentOf(ctx, invitation, attempt, access, null));
  const [score, isLogged] = await Promise.all([ctx.engine.score(access), log === null ? store() : log !== "crowded"]);
  const assessment = await assessmentOf(ctx, invitation, attempt, access, score);
  if (!isLogged) return storeAssessed(ctx, assessment);
  // The message in the outbox has no mark. It is published only if this score was not written.
  const outboxRows = toOutboxRows(assessment.attempted === null ? [] : [assessment.attempted], attempt.at);
  publishAccess(ctx, assessment, outboxRows, scoreRowOf(assessment.log));
  return assessment;
}

/** Logs and publishes an access that nothing has logged yet. */
async function storeAssessed(ctx: RequestContext, assessment: Assessment): Promise<Assessment> {
  const { outboxRows, isFolded } = await storeLog(ctx, assessment);
  publishAccess(ctx, isFolded ? { ...assessment, live: [] } : assessment, outboxRows);
  return assessment;
}

/**
 * Scores an attempt to submit an RSVP, and runs `answer`. The batch of the RSVP writes the log with its score
 * (`insertAccessLog`). A separate batch logs an attempt that its band or `answer` rejects, before this returns or
 * throws. One round trip, and those of `answer`. A rejection costs one more.
 * @throws AppError 403 `access_blocked` or `challenge_required`, and errors of `answer`
 */
export async function assessAnswer<T>(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: AccessAttempt,
  answer: (assessment: Assessment) => Promise<T>,
): Promise<T> {
  const access = accessOf(invitation, attempt);
  const outcome = (await unscoredOutcome(ctx, invitation, access)) ?? (await ctx.engine.score(access));
  const assessment = await assessmentOf(ctx, invitation, attempt, access, outcome);
  try {
    await enforceRisk(ctx, assessment, invitation.challenged);
    const answered = await answer(assessment);
    publishAccess(ctx, assessment, []);
    return answered;
  } catch (error) {
    await storeAssessed(ctx, assessment).catch((failure: unknown) => {
      if (!isConstraintViolation(failure)) throw failure;
      // The guest was deleted with every log, or the RSVP and its log were written before the failure.
      publishAccess(ctx, assessment, []);
    });
    throw error;
  }
}

/**
 * Scores and logs an attempt that is rejected regardless of its score, such as a second first RSVP. The log is written
 * in parallel with the score. One round trip.
 * @throws AppError 403 `access_blocked` or `challenge_required`, else `refusal`
 */
export async function scoreRejectedAttempt(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: AccessAttempt,
  refusal: AppError,
): Promise<never> {
  await enforceRisk(ctx, await assessView(ctx, invitation, attempt, null), invitation.challenged);
  throw refusal;
}

/** Returns the reason why an access is not scored; null if the engine scores it. */
async function unscoredOutcome(
  ctx: RequestContext,
  { allowlist, hostId }: ScoredInvitation,
  access: { ipAddress: string },
) {
  if (isInNetworks(access.ipAddress, allowlist)) return "trusted";
  return (await isEnabled(ctx, "risk_scoring", hostId)) ? null : "disabled";
}

/** The engine's reason for a mail scanner, a chat preview or a crawler. */
const AUTOMATED = "automated_fetch";

/**
 * Outcome of an access: a trusted address, scoring that is off, the engine's score, or null without a score in time.
 */
type Outcome = "trusted" | "disabled" | Score | null;

/** An assessed access, and all records and messages about it. */
export interface Assessment {
  accessLogId: string;
  /** Score and band are null if the engine did not answer in time, or the score is switched off. */
  score: number | null;
  band: Band | null;
  automated: boolean;
  isTrusted: boolean;
  needsCode: boolean;
  /** Whether the device was new to the link, at medium risk or more: perhaps not the guest. */
  isByStranger: boolean;
  /** The log, with the score. */
  log: NewAccessLog;
  /** The attempt's `isFrequent`. */
  isFrequent: boolean;
  /** Whether the client sent no device ID. */
  isNewDevice: boolean;
  /** The queue message of an access, for the outbox; null if the engine does not score it. */
  attempted: BusMessage | null;
  /** For their queue and the monitors, after the response. */
  alerts: BusMessage[];
  live: PendingLiveEvent[];
  /** Whether the access is the first view of the invitation: by a person who got in, and no earlier one is known. */
  openings: Opening[];
}

/** @param access the attempt as the engine sees it */
async function assessmentOf(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: AccessAttempt,
  access: ScoredAccess,
  outcome: Outcome,
): Promise<Assessment> {
  const { kind, at } = attempt;
  const found = columnsOf(invitation, attempt, outcome);
  const device = loggedDevice(invitation.device);
  const log = { ...access, ...placeOf(attempt.facts.edge), kind, at, device, ...found };
  const { score = null, risk = null, automated } = log;
  const published = { ...access, guestName: invitation.guestName, kind, at, ...found, ...loggedPlace({}, log) };
  const { isDeviceVerified } = invitation.device;
  const isTrusted = outcome === "trusted" || outcome === "disabled" || isDeviceVerified;
  const isOfCodeNetwork = isInNetworks(access.ipAddress, invitation.codeNetworks);
  const needsCode = isOfCodeNetwork && outcome !== "trusted" && !isDeviceVerified;
  const refusal = refusalOf({ band: risk, automated, isTrusted, needsCode }, invitation.challenged);
  const opens = (outcome === "disabled" || (risk !== null && refusal === null)) && isFirstOpening(invitation, log);
  return {
    accessLogId: access.accessLogId,
    score,
    band: risk,
    automated,
    isTrusted,
    needsCode,
    isByStranger: isByStranger(invitation.device, log),
    log,
    isFrequent: attempt.isFrequent,
    isNewDevice: invitation.device.isNew,
    attempted: typeof outcome === "string" ? null : attemptedOf(access, at, outcome),
    alerts:
      typeof outcome === "string"
        ? []
        : [...(await riskAlerts({ ...access, risk, automated, at })), ...repliesOfNetwork(ctx, log)],
    live: score !== null && risk !== null ? scoredEvents({ ...published, score, risk }, opens) : [],
    openings: opens ? [{ eventId: access.eventId, guestId: access.guestId, at }] : [],
  };
}

/** True if a device without the guest's ID used the link, at medium risk or more. A verified device is the guest's. */
function isByStranger(
  { isNew, isDeviceVerified }: ScoredInvitation["device"],
  { risk, reasons }: NewAccessLog,
): boolean {
  if (risk == null || risk === "low" || isDeviceVerified) return false;
  return isNew || reasons.includes("new_device");
}

/** The columns of a log that its outcome decides. */
function columnsOf(invitation: ScoredInvitation, { kind, at, facts, seemsAutomated }: AccessAttempt, outcome: Outcome) {
  if (outcome === null) return { reasons: [UNSCORED], automated: seemsAutomated };
  if (outcome === "disabled") return { reasons: ["scoring_disabled"], automated: seemsAutomated };
  if (outcome === "trusted") {
    return { score: 0, risk: "low" as const, reasons: ["allowlisted"], automated: seemsAutomated, scoredAt: at };
  }
  const { thresholds, challenged, device } = invitation;
  const columns = scoreColumns(outcome);
  const score = device.isDeviceVerified
    ? capVerifiedScore(columns.score, thresholds, challenged.stepUpFrom)
    : columns.score;
  return {
    ...columns,
    ...loggedPlace(columns, placeOf(facts.edge)),
    score,
    risk: bandOf(score, thresholds),
    automated: kind === "access" && outcome.reasons.includes(AUTOMATED),
    scoredAt: outcome.recordedAt,
  };
}

/** The message says whether the engine has recorded the access already, and need not be sent it again. */
function attemptedOf(access: ScoredAccess, at: number, score: Score | null): BusMessage {
  const message = attemptedMessage(access, at);
  if (score === null) return message;
  return { ...message, body: { ...message.body, recorded: score.recordedAt !== null } };
}

function isFirstOpening({ openedAt }: ScoredInvitation, { kind, automated, at }: NewAccessLog): boolean {
  return kind === "access" && !automated && (openedAt === null || openedAt > at);
}

/** The message about an access. Its ID is that of the access, so that it is known before the access is stored. */
function attemptedMessage(access: ScoredAccess, at: number) {
  const { eventId, guestId } = access;
  const body = { event_id: eventId, guest_id: guestId, ...attemptedBody(access, at) };
  return { type: "access.attempted" as const, id: access.accessLogId, body };
}

/** The score in an access log; null without one. */
function scoreRowOf(log: NewAccessLog): ScoreRow | null {
  const { eventId, accessLogId, score, risk, reasons, automated, scoredAt = null, evidence, ...rest } = log;
  if (score === undefined || risk === undefined) return null;
  const { geoCountry, geoCity, geoLat, geoLon } = rest;
  const place = { geoCountry, geoCity, geoLat, geoLon };
  return { eventId, accessLogId, score, risk, reasons, automated, scoredAt, evidence, ...place };
}

/**
 * Writes a log with its message in a separate batch. The access may be added to an earlier row, unless a score will
 * follow: another access's row would get another score.
 * @returns the rows of the outbox, and whether the access was added to a row
 */
async function storeLog(
  ctx: RequestContext,
  { log, isFrequent, isNewDevice, attempted, score, openings }: Assessment,
): Promise<{ outboxRows: OutboxRow[]; isFolded: boolean }> {
  const { db } = ctx;
  const outboxEntries = enqueue(ctx, attempted === null ? [] : [attempted]);
  const mayFold = isFrequent && (score !== null || attempted === null);
  const { folded } = await runBatch(db, {
    ...(mayFold
      ? foldOrInsert(db, log, { isNewDevice, isAssessed: attempted !== null })
      : { folded: null, log: insertAccessLog(db, log) }),
    outbox: outboxEntries.statements,
    // No score will follow.
    opened: score === null && openings.length > 0 && markOpened(db, openings),
  });
  return { outboxRows: outboxEntries.rows, isFolded: folded !== undefined };
}

/** Writes a log with its message before its score is known. Returns false if its link has no room for a row. */
async function storeUnscored(ctx: RequestContext, { log, isFrequent, attempted }: Assessment): Promise<boolean> {
  const { db } = ctx;
  const { logged } = await runBatch(db, {
    logged: isFrequent && one(insertIfRoom(db, log)),
    log: !isFrequent && insertAccessLog(db, log),
    outbox: enqueue(ctx, attempted === null ? [] : [attempted]).statements,
  });
  return !isFrequent || logged !== undefined;
}

/** Scores for access logs, and guests who have opened the invitation: written after the response. */
const SCORES: EffectKind<ScoreRow> = { statements: (db, scores) => [updateScores(db, scores)] };

const OPENINGS: EffectKind<Opening> = { statements: (db, openings) => [markOpened(db, openings)] };

/** Publishes what there is to say of an access that is logged, after the response. */
function publishAccess(
  ctx: RequestContext,
  { score, openings, alerts, live }: Assessment,
  outboxRows: readonly OutboxRow[],
  scored: ScoreRow | null = null,
): void {
  const effects = [
    ...(scored === null ? [] : [pending(SCORES, scored)]),
    ...(score === null || openings.length === 0 ? [] : [pending(OPENINGS, ...openings)]),
    ...(live.length === 0 ? [] : [pending(LIVE_EVENTS, ...live)]),
  ];
  flushAfterResponse(ctx, { outboxRows, messages: alerts, effects });
}
