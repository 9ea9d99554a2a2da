import { and, eq, isNull, sql } from "drizzle-orm";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { stepUpFrom } from "../invitations/devices/queries.ts";
import { isInNetworks } from "../kernel/cidr.ts";
import { publishLiveEvents } from "../platform/activities/publish-live-events.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { deletePublished } from "../platform/outbox/queries.ts";
import { activityMessage } from "../platform/outbox/store-activities.ts";
import { bandOf, capVerifiedScore, thresholdsOf } from "../platform/risk-bands/bands.ts";
import {
  isListed,
  type List,
  type LoggedAccess,
  listed,
  listOf,
  loggedPlace,
  markOpened,
  type ScoreRow,
  scoreColumns,
  updateScores,
} from "./access-log.ts";
import { refusalOf } from "./refuse.ts";
import { repliesOfNetwork, riskAlerts, scoredEvents } from "./scored-access.ts";

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
    (await findScorings(db, newest.map(accessOfMessage))).map((scoring) => [scoring.accessLogId, scoring] as const),
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
  return { ...accessOfMessage({ body }), ...scoreColumns(body), score, risk, scoredAt: Date.parse(body.scored_at) };
}

/** True if the access is a person's view that got access by this score and, if the score was late, also without it. */
function opensInvitation(scoring: Scoring, { risk, automated }: ScoreRow): boolean {
  const { isDeviceVerified: isTrusted, ipAddress, codeNetworks } = scoring;
  const needsCode = !isTrusted && isInNetworks(ipAddress ?? "", codeNetworks);
  const gotIn = (band: ScoreRow["risk"] | null) =>
    refusalOf({ band, automated, isTrusted, needsCode }, scoring) === null;
  return scoring.kind === "access" && !automated && gotIn(risk) && (scoring.score !== null || gotIn(null));
}

function accessOfMessage({ body }: Pick<FraudScored, "body">) {
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
