import type { Place } from "./scored-access.ts";

/** A place of which some facts may be missing. */
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
