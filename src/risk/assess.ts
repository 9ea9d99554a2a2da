import type { BusMessage } from "../../proto/bus/messages.ts";
import type { Score, ScoreDetails, ScoredAccess } from "../adapters/scoring-engine.ts";
import type { RequestContext } from "../context.ts";
import { loggedDevice } from "../invitations/devices/queries.ts";
import { isInNetworks } from "../kernel/cidr.ts";
import type { PendingLiveEvent } from "../platform/activities/publish-live-events.ts";
import { isEnabled } from "../platform/flags/flags.ts";
import type { Band, StepUpBand, Thresholds } from "../platform/risk-bands/bands.ts";
import { bandOf, isAskedIn } from "../platform/risk-bands/bands.ts";
import type { AccessAttempt, NewAccessLog, Opening, ScoredInvitation } from "./attempt.ts";
import { attemptedBody, placeOf, UNSCORED } from "./attempt.ts";
import { refusalOf } from "./refuse.ts";
import type { Place } from "./scored-access.ts";
import { riskAlerts, scoredEvents } from "./scored-access.ts";

/** Returns the reason why an access is not scored; null if the engine scores it. */
export async function unscoredOutcome(
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
export type Outcome = "trusted" | "disabled" | Score | null;

/** An assessed access, and all records and messages about it. */
export interface Assessment {
  accessLogId: string;
  /** Score and band are null if the engine did not answer in time, or the score is switched off. */
  score: number | null;
  band: Band | null;
  automated: boolean;
  isTrusted: boolean;
  answersForMany: boolean;
  /** The log, with the score. */
  log: NewAccessLog;
  /** The queue message of an access, for the outbox; null if the engine does not score it. */
  attempted: BusMessage | null;
  /** For their queue and the monitors, after the response. */
  alerts: BusMessage[];
  live: PendingLiveEvent[];
  /** Whether the access is the first view of the invitation: by a person who got in, and no earlier one is known. */
  openings: Opening[];
}

/** @param access the attempt as the engine sees it */
export async function assessmentOf(
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
  const isTrusted = outcome === "trusted" || outcome === "disabled" || invitation.device.isDeviceVerified;
  const refusal = refusalOf({ band: risk, automated, isTrusted }, invitation.challenged);
  const opens = (outcome === "disabled" || (risk !== null && refusal === null)) && isFirstOpening(invitation, log);
  return {
    accessLogId: access.accessLogId,
    score,
    band: risk,
    automated,
    isTrusted,
    answersForMany: hasAnswersForMany(log),
    log,
    attempted: typeof outcome === "string" ? null : attemptedOf(access, at, outcome),
    alerts: typeof outcome === "string" ? [] : await riskAlerts({ ...access, risk, automated, at }),
    live: score !== null && risk !== null ? scoredEvents({ ...published, score, risk }, opens) : [],
    openings: opens ? [{ eventId: access.eventId, guestId: access.guestId, at }] : [],
  };
}

/**
 * True if the engine counted first RSVPs for many guests from one connection: `MANY_ANSWERS` in its `repeated_access`.
 */
function hasAnswersForMany({ kind, evidence }: Pick<NewAccessLog, "kind" | "evidence">): boolean {
  const found = evidence?.repeated_access;
  return kind === "rsvp" && typeof found === "object" && found !== null && "answers_for_guests" in found;
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

/** The columns of an access log that the engine decides. A column without a value keeps what is known. */
export function scoreColumns(found: ScoreDetails) {
  return {
    score: found.score,
    reasons: found.reasons,
    automated: found.automated,
    evidence: readEvidence(found.evidence),
    geoCountry: found.geo_country ?? null,
    geoCity: found.geo_city ?? null,
    geoLat: found.geo_lat ?? null,
    geoLon: found.geo_lon ?? null,
  };
}

/** Parses the evidence, which is JSON text for each reason. Omits text that is not JSON. */
function readEvidence(evidence: Record<string, string>): Record<string, unknown> {
  const read = Object.entries(evidence).flatMap(([reason, text]) => {
    try {
      return [[reason, JSON.parse(text) as unknown]];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(read);
}

/**
 * Caps the score of a verified device: below `block`, and below `high` if the event asks for codes there. The remaining
 * score informs the host and denies no access.
 */
export function capVerifiedScore(score: number, { high, block }: Thresholds, from: StepUpBand): number {
  return Math.min(score, (isAskedIn("high", from) ? high : block) - 1);
}

/** A place without some facts. */
type KnownPlace = { [K in keyof Place]?: Place[K] | undefined };

/**
 * The place in the log once a score is written: the one that the engine found, or else the one that was known. All four
 * facts are of one source, as `updateScores` writes them.
 */
export function loggedPlace(found: KnownPlace, known: KnownPlace): Place {
  const isFound = (found.geoLat ?? found.geoCountry ?? null) !== null;
  const { geoCountry = null, geoCity = null, geoLat = null, geoLon = null } = isFound ? found : known;
  return { geoCountry, geoCity, geoLat, geoLon };
}
