import { distanceKm } from "../../scoring-engine/geo/distance.ts";

/**
 * Models (does not measure) the Worker's wait for the scoring engine, against its budget of 250 ms: guests in ten cities,
 * a Worker in each of them, the engine in one region and in four. The round trip is the time of light in fibre over the
 * great circle, times a detour factor.
 *   npm run bench -- regions
 */

interface Place {
  name: string;
  lat: number;
  lon: number;
}

/** Speed of light in fibre: 300 km/ms divided by a refractive index of 1.5. */
const FIBRE_KM_PER_MS = 200;
/** Cables follow coasts and streets: measured routes between continents are 1.3 to 2 times the great circle. */
const DETOUR = 1.5;
/** Independent of distance: the Worker's exit from its data centre and the last hop to the engine, both ways. */
const LOCAL_MS = 4;
/** Assumed p99 of the engine; `npm run bench -- engine` measures it. */
const ENGINE_P99_MS = 5;
/** Round trips until the first response on a new connection: TCP, TLS 1.3, then the request. */
const COLD_TRIPS = 3;
/** Maximum time that the Worker waits for a score. */
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
  /** Waits on an open and on a new connection. */
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
