import type { Place } from "../monitor/scored-access.ts";

/**
 * The place in the log once a score is written: the one that the engine found, or else the one that was known. All four
 * facts are of one source, as `updateScores` writes them.
 */
export function loggedPlace(found: Partial<Place>, known: Partial<Place>): Place {
  const isFound = (found.geoLat ?? found.geoCountry ?? null) !== null;
  const { geoCountry = null, geoCity = null, geoLat = null, geoLon = null } = isFound ? found : known;
  return { geoCountry, geoCity, geoLat, geoLon };
}
