import { distanceKm } from "../../scoring-engine/geo/distance.ts";

/**
 * How far the scoring engine is from its guests: a model, no measurement. Guests in ten cities, a Worker beside each of
 * them, the engine in one region and in four; the round trip is what light in fibre takes over the great circle and a
 * detour. Printed is what the Worker waits against its budget of 250 ms.
 *   node bench/scale/engine-regions.ts
 */

interface Place {
  name: string;
  lat: number;
  lon: number;
}

/** Light in glass is a third slower than in nothing: 300 km/ms divided by a refractive index of 1.5. */
const FIBRE_KM_PER_MS = 200;
/** Cables follow coasts and streets: measured routes between continents are 1.3 to 2 times the great circle. */
const DETOUR = 1.5;
/** What is the same at any distance: the Worker's way out of its data centre and the last hop to the engine, both ways. */
const LOCAL_MS = 4;
/** Allowed for the engine's p99: an assumption; `npm run bench:engine` measures it. */
const ENGINE_P99_MS = 5;
/** Round trips before the first answer on a new connection: TCP, TLS 1.3, then the request itself. */
const COLD_TRIPS = 3;
/** What the Worker waits for a score at most. */
const BUDGET_MS = 250;

const CITIES: readonly Place[] = [
  { name: "London", lat: 51.5, lon: -0.1 },
  { name: "New York", lat: 40.7, lon: -74.0 },
  { name: "San Francisco", lat: 37.8, lon: -122.4 },
  { name: "São Paulo", lat: -23.6, lon: -46.6 },
  { name: "Lagos", lat: 6.5, lon: 3.4 },
  { name: "Johannesburg", lat: -26.2, lon: 28.0 },
  { name: "Mumbai", lat: 19.1, lon: 72.9 },
  { name: "Singapore", lat: 1.4, lon: 103.8 },
  { name: "Tokyo", lat: 35.7, lon: 139.7 },
  { name: "Sydney", lat: -33.9, lon: 151.2 },
];

const FRANKFURT: Place = { name: "Frankfurt", lat: 50.1, lon: 8.7 };
const REGIONS: readonly Place[] = [
  FRANKFURT,
  { name: "Virginia", lat: 39.0, lon: -77.5 },
  { name: "São Paulo", lat: -23.6, lon: -46.6 },
  { name: "Singapore", lat: 1.4, lon: 103.8 },
];

interface Wait {
  region: string;
  km: number;
  /** On a connection that is open, and on one that has to be made. */
  warmMs: number;
  coldMs: number;
}

function waitFrom(city: Place, regions: readonly Place[]): Wait {
  const [nearest] = regions
    .map((region) => ({ region: region.name, km: distanceKm(city, region) }))
    .sort((a, b) => a.km - b.km);
  if (nearest === undefined) throw new Error("there is no region");
  const tripMs = (2 * nearest.km * DETOUR) / FIBRE_KM_PER_MS + LOCAL_MS;
  return { ...nearest, warmMs: tripMs + ENGINE_P99_MS, coldMs: COLD_TRIPS * tripMs + ENGINE_P99_MS };
}

const shown = (ms: number) => `${Math.round(ms)}${ms > BUDGET_MS ? " (too late)" : ""}`;

console.log(`| Guest in | Frankfurt alone: km | warm, ms | cold, ms | four regions: nearest | km | warm, ms | cold, ms |
|---|---|---|---|---|---|---|---|`);
const rows = CITIES.map((city) => ({ city, one: waitFrom(city, [FRANKFURT]), four: waitFrom(city, REGIONS) }));
for (const { city, one, four } of rows) {
  const cells = [city.name, Math.round(one.km), shown(one.warmMs), shown(one.coldMs)];
  cells.push(four.region, Math.round(four.km), shown(four.warmMs), shown(four.coldMs));
  console.log(`| ${cells.join(" | ")} |`);
}
const inTime = (pick: (row: (typeof rows)[number]) => number) => rows.filter((row) => pick(row) <= BUDGET_MS).length;
console.log(
  `In time with one region: ${inTime(({ one }) => one.warmMs)} of ${rows.length} warm, ${inTime(({ one }) => one.coldMs)} cold; ` +
    `with four: ${inTime(({ four }) => four.warmMs)} warm, ${inTime(({ four }) => four.coldMs)} cold.`,
);
