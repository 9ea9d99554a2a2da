import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Services } from "../../services.ts";
import { announceScore } from "./announce-score.ts";
import { type Band, bandOf, thresholdsOf } from "./bands.ts";
import { findScoring, markOpenedBy, type ScoreRow, updateScore } from "./queries.ts";

/**
 * Writes a score to its access log, and notes that the guest has opened the invitation when a person did. Safe in any
 * order and any number of times: an older score never replaces a newer one, and a score without a place keeps the
 * place that was known.
 */
export async function writeScore(services: Pick<Services, "db">, score: ScoreRow): Promise<void> {
  const { db } = services;
  await db.batch([updateScore(db, score), markOpenedBy(db, score)]);
}

/**
 * Stores what the engine said over the bus. The band is the event's own: the engine's is only advice. One that decided
 * over the guest already stays, even if the event has other thresholds by now.
 */
export async function storeScore(
  services: Services,
  message: Extract<BusMessage, { type: "fraud.scored" }>,
): Promise<void> {
  const { body } = message;
  const [event] = await findScoring(services.db, body.event_id, body.access_log_id);
  if (event === undefined) return;
  const decided = event.score === body.score ? event.risk : null;
  const risk: Band = decided ?? bandOf(body.score, thresholdsOf(event));
  const scored = { score: body.score, risk, reasons: body.reasons, automated: body.automated };
  await writeScore(services, {
    eventId: body.event_id,
    accessLogId: body.access_log_id,
    ...scored,
    evidence: readEvidence(body.evidence),
    scoredAt: Date.parse(body.scored_at),
    geoCountry: body.geo_country ?? null,
    geoCity: body.geo_city ?? null,
    geoLat: body.geo_lat ?? null,
    geoLon: body.geo_lon ?? null,
  });
  // An access that had a score already was told about when it got it.
  if (event.score !== null) return;
  await announceScore(services, {
    ...event,
    ...scored,
    eventId: body.event_id,
    accessLogId: body.access_log_id,
    geoCountry: body.geo_country ?? event.geoCountry,
    geoCity: body.geo_city ?? event.geoCity,
  });
}

/** Evidence travels as JSON text for each reason; what is not JSON is not evidence. */
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
