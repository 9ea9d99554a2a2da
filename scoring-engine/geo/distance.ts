/** Mean radius of the earth (IUGG), kilometres. */
const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;

export interface Point {
  /** Degrees, −90 to 90. */
  readonly lat: number;
  /** Degrees, −180 to 180. */
  readonly lon: number;
}

/** Great-circle distance in kilometres (haversine formula, numerically stable for near points). */
export function distanceKm(a: Point, b: Point): number {
  // Most accesses come from the same place as the last one.
  if (a.lat === b.lat && a.lon === b.lon) return 0;
  const dLat = (b.lat - a.lat) * RADIANS;
  const dLon = (b.lon - a.lon) * RADIANS;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Distance minus the accuracy radii of both ends, at least 0, kilometres. */
export function certainDistanceKm(a: Point, radiusA: number, b: Point, radiusB: number): number {
  return Math.max(0, distanceKm(a, b) - radiusA - radiusB);
}
