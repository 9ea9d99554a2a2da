import type { Band } from "../platform/risk-bands/bands.ts";

/** Where an access came from; null where that is unknown. */
export interface Place {
  geoCountry: string | null;
  geoCity: string | null;
  geoLat: number | null;
  geoLon: number | null;
}

/** What is found out about an access. Score and band are null before it is scored. */
export interface ScoredAccess<Score extends number | null, Risk extends Band | null> extends Place {
  kind: "access" | "rsvp" | "edit";
  score: Score;
  risk: Risk;
  reasons: string[];
  automated: boolean;
}

/** The facts of an access on the wire: the same ones in the live frame, the activity and the access log. */
export function presentScoredAccess<Score extends number | null, Risk extends Band | null>(
  access: ScoredAccess<Score, Risk>,
) {
  return {
    kind: access.kind,
    score: access.score,
    risk: access.risk,
    reasons: access.reasons,
    automated: access.automated,
    geo_country: access.geoCountry,
    geo_city: access.geoCity,
    geo_lat: access.geoLat,
    geo_lon: access.geoLon,
  };
}
