import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { Score, ScoreDetails, ScoredAccess } from "../adapters/scoring-engine.ts";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { placeholdersOf } from "../db/inserts.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { loggedDevice, stepUpFrom } from "../invitations/devices/queries.ts";
import { isInNetworks } from "../kernel/cidr.ts";
import { LIVE_EVENTS, type PendingLiveEvent, publishLiveEvents } from "../platform/activities/publish-live-events.ts";
import { isEnabled } from "../platform/flags/flags.ts";
import { flushAfterResponse, pending } from "../platform/flush-after-response/flush-after-response.ts";
import type { EffectKind } from "../platform/flush-after-response/flush-queue.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import type { OutboxRow } from "../platform/outbox/outbox-row.ts";
import { deletePublished } from "../platform/outbox/queries.ts";
import { activityMessage } from "../platform/outbox/store-activities.ts";
import {
  type Band,
  bandOf,
  isAskedIn,
  type StepUpBand,
  type Thresholds,
  thresholdsOf,
} from "../platform/risk-bands/bands.ts";
import {
  type AccessAttempt,
  attemptedBody,
  type NewAccessLog,
  type Opening,
  placeOf,
  type ScoredInvitation,
  UNSCORED,
} from "./attempt.ts";
import { refusalOf } from "./refuse.ts";
import { type Place, repliesOfNetwork, riskAlerts, scoredEvents } from "./scored-access.ts";

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

/** The columns of an access log that the engine decides. A column without a value keeps what is known. */
function scoreColumns(found: ScoreDetails) {
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
function capVerifiedScore(score: number, { high, block }: Thresholds, from: StepUpBand): number {
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

export const insertAccessLog = prepared((db, params: Placeholders<NewAccessLog>) =>
  db.insert(accessLogs).values({ ...placeholdersOf(accessLogs, params), id: params.accessLogId }),
);

/** The last access of a link by a person who seems to have the same device: the same address and user agent. */
export function findLastAccess(
  db: Database,
  link: { eventId: string; guestId: string; tokenId: string },
  client: { ipAddress: string; userAgent: string },
) {
  return db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, link.eventId),
        eq(accessLogs.guestId, link.guestId),
        eq(accessLogs.tokenId, link.tokenId),
        eq(accessLogs.ipAddress, client.ipAddress),
        eq(accessLogs.userAgent, client.userAgent),
        eq(accessLogs.automated, false),
      ),
    )
    .orderBy(desc(accessLogs.id))
    .limit(1);
}

type AccessLogRow = typeof accessLogs.$inferSelect;

/**
 * A score for an access log. Absent geo and evidence keep the stored ones. `scoredAt` is the engine's own time: null for
 * a score that the engine has not recorded, which any later score replaces.
 */
export type ScoreRow = Pick<AccessLogRow, "eventId" | "reasons" | "automated" | "scoredAt"> & {
  [K in "evidence" | keyof Place]?: AccessLogRow[K] | undefined;
} & { accessLogId: string; score: number; risk: Band };

/** The key of an access log. */
export type LoggedAccess = Pick<ScoreRow, "eventId" | "accessLogId">;

/** Writes scores, unless a newer one is stored. At most one score for each access. One statement for any number. */
function updateScores(db: Database, scores: readonly ScoreRow[]) {
  return UPDATE_SCORES(db, { list: JSON.stringify(scores) });
}

/** The four columns of a location are replaced together or not at all. */
function withLocation(name: string, column: SQLWrapper): SQL {
  return sql`case when coalesce(${listedField("geoLat")}, ${listedField("geoCountry")}) is null then ${column} else ${listedField(name)} end`;
}

const UPDATE_SCORES = prepared((db, { list }: Placeholders<List>) =>
  db
    .update(accessLogs)
    .set({
      score: listedField("score"),
      risk: listedField("risk"),
      reasons: sql`input.value -> '$.reasons'`,
      automated: listedField("automated"),
      scoredAt: listedField("scoredAt"),
      evidence: sql`coalesce(input.value -> '$.evidence', ${accessLogs.evidence})`,
      geoCountry: withLocation("geoCountry", accessLogs.geoCountry),
      geoCity: withLocation("geoCity", accessLogs.geoCity),
      geoLat: withLocation("geoLat", accessLogs.geoLat),
      geoLon: withLocation("geoLon", accessLogs.geoLon),
    })
    .from(listed(list))
    .where(
      and(isListed(), sql`(${isNull(accessLogs.scoredAt)} or ${accessLogs.scoredAt} <= ${listedField("scoredAt")})`),
    ),
);

/** Sets the guests' `opened_at` to the first of these accesses, or keeps an earlier one. */
export function markOpened(db: Database, openings: readonly Opening[]) {
  return MARK_OPENED(db, { list: JSON.stringify(openings) });
}

const MARK_OPENED = prepared((db, { list }: Placeholders<List>) => {
  const opened = sql`(
    select ${listedField("eventId")} as event_id, ${listedField("guestId")} as guest_id, min(${listedField("at")}) as at
    from ${listed(list)} group by 1, 2) as opened`;
  return db
    .update(guests)
    .set({ openedAt: sql`opened.at` })
    .from(opened)
    .where(
      and(
        eq(guests.eventId, sql`opened.event_id`),
        eq(guests.id, sql`opened.guest_id`),
        sql`(${isNull(guests.openedAt)} or ${guests.openedAt} > opened.at)`,
      ),
    );
});

/** Rows as one bound value, a JSON array: D1 binds at most 100 values. */
interface List {
  list: string;
}

export function listOf(accesses: readonly LoggedAccess[]): string {
  return JSON.stringify(accesses.map(({ eventId, accessLogId }) => ({ eventId, accessLogId })));
}

export function listed(list: SQLWrapper): SQL {
  return sql`json_each(${list}) as input`;
}

/** SQL for a field of a listed row; null if absent. */
function listedField(field: string): SQL {
  return sql.raw(`input.value ->> '$.${field}'`);
}

/** Joins access logs to listed rows that name them. */
export function isListed(): SQL | undefined {
  return and(eq(accessLogs.eventId, listedField("eventId")), eq(accessLogs.id, listedField("accessLogId")));
}

/** Scores for access logs, and guests who have opened the invitation: written after the response. */
const SCORES: EffectKind<ScoreRow> = { statements: (db, scores) => [updateScores(db, scores)] };

const OPENINGS: EffectKind<Opening> = { statements: (db, openings) => [markOpened(db, openings)] };

/**
 * Writes a log with its message in a separate batch.
 * @returns the rows of the outbox
 */
export async function storeLog(
  ctx: RequestContext,
  { log, attempted, score, openings }: Assessment,
): Promise<OutboxRow[]> {
  const { db } = ctx;
  const outboxEntries = enqueue(ctx, attempted === null ? [] : [attempted]);
  await runBatch(db, {
    log: insertAccessLog(db, log),
    outbox: outboxEntries.statements,
    // No score will follow.
    opened: score === null && openings.length > 0 ? [markOpened(db, openings)] : [],
  });
  return outboxEntries.rows;
}

/** Publishes what there is to say of an access that is logged, after the response. */
export function publishAccess(
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

type FraudScored = Extract<BusMessage, { type: "fraud.scored" }>;

/**
 * Stores scores that the engine published. The event's thresholds give the band, and the engine's own band is ignored.
 * A band that was decided for the same score stays, even if the thresholds have changed. Idempotent and safe in any
 * order: an older score never replaces a newer one. A score without a location keeps the stored location.
 */
export async function storeScores(ctx: RequestContext, messages: readonly FraudScored[]): Promise<void> {
  const { db, bus } = ctx;
  const newest = newestOfEach(messages);
  const known = new Map(
    (await findScorings(db, newest.map(accessOf))).map((scoring) => [scoring.accessLogId, scoring] as const),
  );
  const found = newest.flatMap((message) => {
    const scoring = known.get(message.body.access_log_id);
    if (scoring === undefined) return [];
    const row = rowOf(message, scoring);
    return [{ scoring, row, opens: opensInvitation(scoring, row) }];
  });
  if (found.length === 0) return;
  const rows = found.map(({ row }) => row);
  // Monitors and members were already notified of an access that has a score.
  const unscored = found.filter(({ scoring }) => scoring.score === null);
  const alerts = await Promise.all(
    unscored.map(async ({ scoring, row }) => [
      ...(await riskAlerts({ ...row, guestId: scoring.guestId, at: scoring.at })),
      ...repliesOfNetwork(ctx, { ...scoring, ...row }),
    ]),
  );
  // Publish the alerts before the score is stored, because afterwards they are not found again. A repeated message has
  // the same ID.
  await bus.publish(alerts.flat());
  const live = unscored.flatMap(({ scoring, row, opens }) =>
    scoredEvents({ ...scoring, ...row, ...loggedPlace(row, scoring) }, opens),
  );
  const openings = found.flatMap(({ scoring: { guestId, at }, row: { eventId }, opens }) =>
    opens ? [{ eventId, guestId, at }] : [],
  );
  // Store the activities in the batch of the score, because afterwards they are not found again. The relay publishes
  // any that this consumer does not.
  const activities = enqueue(
    ctx,
    live.map(({ eventId, event }) => activityMessage(ctx, eventId, event)),
  );
  await db.batch([updateScores(db, rows), markOpened(db, openings), ...activities.statements]);
  await publishLiveEvents(ctx, live);
  if (live.length > 0)
    await deletePublished(
      db,
      activities.rows.map(({ id }) => id),
    );
}

type Scoring = Awaited<ReturnType<typeof findScorings>>[number];

function rowOf({ body }: FraudScored, scoring: Scoring): ScoreRow {
  const thresholds = thresholdsOf(scoring);
  const score = scoring.isDeviceVerified ? capVerifiedScore(body.score, thresholds, scoring.stepUpFrom) : body.score;
  const decided = scoring.score === score ? scoring.risk : null;
  const risk = decided ?? bandOf(score, thresholds);
  return { ...accessOf({ body }), ...scoreColumns(body), score, risk, scoredAt: Date.parse(body.scored_at) };
}

/** True if the access is a person's view that got access by this score and, if the score was late, also without it. */
function opensInvitation(scoring: Scoring, { risk, automated }: ScoreRow): boolean {
  const { isDeviceVerified: isTrusted, ipAddress, codeNetworks } = scoring;
  const needsCode = !isTrusted && isInNetworks(ipAddress ?? "", codeNetworks);
  const gotIn = (band: ScoreRow["risk"] | null) =>
    refusalOf({ band, automated, isTrusted, needsCode }, scoring) === null;
  return scoring.kind === "access" && !automated && gotIn(risk) && (scoring.score !== null || gotIn(null));
}

function accessOf({ body }: Pick<FraudScored, "body">) {
  return { eventId: body.event_id, accessLogId: body.access_log_id };
}

/** The newest score of each access: a message may come twice in one batch. */
function newestOfEach(messages: readonly FraudScored[]): FraudScored[] {
  const byTime = messages.toSorted((a, b) => Date.parse(a.body.scored_at) - Date.parse(b.body.scored_at));
  return [...new Map(byTime.map((message) => [message.body.access_log_id, message] as const)).values()];
}

/**
 * The access logs with their guests and their events' thresholds. No row for an access whose event or log was deleted.
 */
function findScorings(db: Database, accesses: readonly LoggedAccess[]) {
  return FIND_SCORINGS(db, { list: listOf(accesses) });
}

const FIND_SCORINGS = prepared((db, { list }: Placeholders<List>) =>
  db
    .select({
      accessLogId: accessLogs.id,
      fraudMediumThreshold: events.fraudMediumThreshold,
      fraudHighThreshold: events.fraudHighThreshold,
      fraudBlockThreshold: events.fraudBlockThreshold,
      stepUpFrom: stepUpFrom().as("step_up"),
      isDeviceVerified: sql<boolean>`${accessLogs.fingerprint} ->> 'edge_device_proved' = 'true'`
        .mapWith(Boolean)
        .as("is_proved"),
      score: accessLogs.score,
      risk: accessLogs.risk,
      kind: accessLogs.kind,
      at: accessLogs.at,
      guestId: accessLogs.guestId,
      ipAddress: accessLogs.ipAddress,
      codeNetworks: events.codeNetworks,
      guestName: guests.name,
      email: guests.email,
      phone: guests.phone,
      geoCountry: accessLogs.geoCountry,
      geoCity: accessLogs.geoCity,
      geoLat: accessLogs.geoLat,
      geoLon: accessLogs.geoLon,
    })
    .from(listed(list))
    .innerJoin(accessLogs, isListed())
    .innerJoin(events, and(eq(events.id, accessLogs.eventId), isNull(events.deletedAt)))
    .innerJoin(guests, and(eq(guests.eventId, accessLogs.eventId), eq(guests.id, accessLogs.guestId))),
);
