import { and, eq, isNull, sql } from "drizzle-orm";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import type { Placeholders } from "../db/prepared-statement.ts";
import { prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { stepUpFrom } from "../invitations/devices/queries.ts";
import { publishLiveEvents } from "../platform/activities/publish-live-events.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { deletePublished } from "../platform/outbox/queries.ts";
import { activityMessage } from "../platform/outbox/store-activities.ts";
import { bandOf, thresholdsOf } from "../platform/risk-bands/bands.ts";
import { loggedPlace } from "./logged-place.ts";
import { provedScore } from "./proved-score.ts";
import { refusalOf } from "./refuse.ts";
import { riskAlerts } from "./risk-alert.ts";
import { scoreColumns } from "./score-columns.ts";
import {
  isListed,
  type List,
  type LoggedAccess,
  listed,
  listOf,
  markOpened,
  type ScoreRow,
  updateScores,
} from "./score-queries.ts";
import { scoredEvents } from "./scored-event.ts";

type FraudScored = Extract<BusMessage, { type: "fraud.scored" }>;

/**
 * Stores scores that the engine published. The band is by the event's thresholds; the engine's own band is ignored. A band
 * that was decided for the same score stays, even if the thresholds have changed. Idempotent and safe in any order: an
 * older score never replaces a newer one, and a score without a location keeps the stored one.
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
  // Monitors and members were told of an access that has a score already.
  const unscored = found.filter(({ scoring }) => scoring.score === null);
  const alerts = await Promise.all(
    unscored.map(({ scoring, row }) => riskAlerts({ ...row, guestId: scoring.guestId, at: scoring.at })),
  );
  // Before the score, which would end them: a message that comes twice has the same id.
  await bus.publish(alerts.flat());
  const live = unscored.flatMap(({ scoring, row, opens }) =>
    scoredEvents({ ...scoring, ...row, ...loggedPlace(row, scoring) }, opens),
  );
  const openings = found.flatMap(({ scoring: { guestId, at }, row: { eventId }, opens }) =>
    opens ? [{ eventId, guestId, at }] : [],
  );
  // With the score, which ends them, too: the relay publishes those that this consumer leaves behind.
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
  const score = scoring.isProved ? provedScore(body.score, thresholds, scoring.stepUpFrom) : body.score;
  const decided = scoring.score === score ? scoring.risk : null;
  const risk = decided ?? bandOf(score, thresholds);
  return { ...accessOf({ body }), ...scoreColumns(body), score, risk, scoredAt: Date.parse(body.scored_at) };
}

/** Whether it is a person's view that got in: by this score, and without one if none was there in time. */
function opensInvitation(scoring: Scoring, { risk, automated }: ScoreRow): boolean {
  const gotIn = (band: ScoreRow["risk"] | null) =>
    refusalOf({ band, automated, isTrusted: scoring.isProved }, scoring) === null;
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
      isProved: sql<boolean>`${accessLogs.fingerprint} ->> 'edge_device_proved' = 'true'`
        .mapWith(Boolean)
        .as("is_proved"),
      score: accessLogs.score,
      risk: accessLogs.risk,
      kind: accessLogs.kind,
      at: accessLogs.at,
      guestId: accessLogs.guestId,
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
