import { distanceKm, type Point } from "../../scoring-engine/geo/distance.ts";

/** A city with guests, or one with data centres. */
export interface Place extends Point {
  readonly name: string;
}

/** Speed of light in fibre: 300 km/ms divided by a refractive index of 1.5. */
const FIBRE_KM_PER_MS = 200;
/** Cables follow coasts and streets: measured routes between continents are 1.3 to 2 times the great circle. */
const DETOUR = 1.5;
/** The way within a city, there and back. */
export const LOCAL_MS = 2;

/** Where guests and doors are. */
export const CITIES = [
  { name: "London", lat: 51.5, lon: -0.1 },
  { name: "Berlin", lat: 52.5, lon: 13.4 },
  { name: "Madrid", lat: 40.4, lon: -3.7 },
  { name: "Istanbul", lat: 41.0, lon: 29.0 },
  { name: "New York", lat: 40.7, lon: -74.0 },
  { name: "Toronto", lat: 43.7, lon: -79.4 },
  { name: "San Francisco", lat: 37.8, lon: -122.4 },
  { name: "Mexico City", lat: 19.4, lon: -99.1 },
  { name: "São Paulo", lat: -23.6, lon: -46.6 },
  { name: "Buenos Aires", lat: -34.6, lon: -58.4 },
  { name: "Lagos", lat: 6.5, lon: 3.4 },
  { name: "Nairobi", lat: -1.3, lon: 36.8 },
  { name: "Johannesburg", lat: -26.2, lon: 28.0 },
  { name: "Dubai", lat: 25.2, lon: 55.3 },
  { name: "Mumbai", lat: 19.1, lon: 72.9 },
  { name: "Singapore", lat: 1.4, lon: 103.8 },
  { name: "Hong Kong", lat: 22.3, lon: 114.2 },
  { name: "Tokyo", lat: 35.7, lon: 139.7 },
  { name: "Sydney", lat: -33.9, lon: 151.2 },
  { name: "Auckland", lat: -36.8, lon: 174.8 },
] as const satisfies readonly Place[];

/** The cities whose median is the aim: six continents, none of them in Europe. */
export const FAR = new Set<string>([
  "San Francisco",
  "São Paulo",
  "Johannesburg",
  "Mumbai",
  "Singapore",
  "Tokyo",
  "Sydney",
  "Auckland",
]);

/** City of the data and the engine, unless the event has its own region. */
export const HOME: Place = { name: "Frankfurt", lat: 50.1, lon: 8.7 };

/**
 * The regions of D1 and of Durable Objects, one city each: `weur`, `enam`, `wnam`, `apac` and `oc`. Neither has a region in
 * South America, Africa or the Middle East.
 */
export const REGIONS: readonly Place[] = [
  HOME,
  { name: "Virginia", lat: 39.0, lon: -77.5 },
  { name: "San Jose", lat: 37.3, lon: -121.9 },
  { name: "Singapore", lat: 1.4, lon: 103.8 },
  { name: "Sydney", lat: -33.9, lon: 151.2 },
];

/** The way there and back, in milliseconds. */
export function roundTripMs(from: Point, to: Point): number {
  return (2 * distanceKm(from, to) * DETOUR) / FIBRE_KM_PER_MS + LOCAL_MS;
}

export function nearestRegion(to: Point): Place {
  return REGIONS.reduce((best, region) => (distanceKm(region, to) < distanceKm(best, to) ? region : best), HOME);
}
