import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import { bandOf, thresholdsOf } from "../events/bands.ts";
import { publishLiveEvents } from "../monitor/publish-live-events.ts";
import { scoreColumns } from "./score-columns.ts";
import { findScorings, markOpenedBy, type ScoreRow, updateScores } from "./score-queries.ts";
import { toScoredEvent } from "./scored-event.ts";

type FraudScored = Extract<BusMessage, { type: "fraud.scored" }>;

/**
 * Stores what the engine said over the bus. The band is the event's own: the engine's is only advice. One that decided
 * over the guest already stays, even if the event has other thresholds by now. Safe in any order and any number of
 * times: an older score never replaces a newer one, and a score without a place keeps the place that was known.
 */
export async function storeScores(ctx: RequestContext, messages: readonly FraudScored[]): Promise<void> {
  const { db } = ctx;
  const newest = newestOfEach(messages);
  const known = new Map(
    (await findScorings(db, newest.map(accessOf))).map((scoring) => [scoring.accessLogId, scoring] as const),
  );
  const found = newest.flatMap((message) => {
    const scoring = known.get(message.body.access_log_id);
    return scoring === undefined ? [] : [{ scoring, row: rowOf(message, scoring) }];
  });
  if (found.length === 0) return;
  const rows = found.map(({ row }) => row);
  await db.batch([updateScores(db, rows), markOpenedBy(db, rows)]);
  // An access that had a score already was told about when it got it.
  const news = found.filter(({ scoring }) => scoring.score === null);
  await publishLiveEvents(
    ctx,
    news.map(({ scoring, row }) =>
      toScoredEvent({
        ...scoring,
        ...row,
        geoCountry: row.geoCountry ?? scoring.geoCountry,
        geoCity: row.geoCity ?? scoring.geoCity,
      }),
    ),
  );
}

type Scoring = Awaited<ReturnType<typeof findScorings>>[number];

function rowOf({ body }: FraudScored, scoring: Scoring): ScoreRow {
  const decided = scoring.score === body.score ? scoring.risk : null;
  const risk = decided ?? bandOf(body.score, thresholdsOf(scoring));
  return { ...accessOf({ body }), ...scoreColumns(body), risk, scoredAt: Date.parse(body.scored_at) };
}

function accessOf({ body }: Pick<FraudScored, "body">) {
  return { eventId: body.event_id, accessLogId: body.access_log_id };
}

/** A message may come twice in one batch, and the later word on an access is the one that counts. */
function newestOfEach(messages: readonly FraudScored[]): FraudScored[] {
  const byTime = messages.toSorted((a, b) => Date.parse(a.body.scored_at) - Date.parse(b.body.scored_at));
  return [...new Map(byTime.map((message) => [message.body.access_log_id, message] as const)).values()];
}
