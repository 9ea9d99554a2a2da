import type { ScoreDetails } from "../adapters/scoring-engine.ts";

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

/** Evidence comes as JSON text for each reason; what is not JSON is left out. */
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
