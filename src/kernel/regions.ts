import { MAX_SHARDS } from "./ids.ts";
import { isPrivateCall } from "./loopback.ts";

/** A region: place of an event's data, its engine and the Worker next to them. */
export interface Region {
  name: string;
  /** Numbers of the shards whose databases are there. */
  shards: readonly number[];
  /** URL of the region's engine; null: `SCORING_ENGINE_URL`. */
  engine: string | null;
  /**
   * The edge Worker's service binding to the Worker beside the data: `DATA`, and `DATA_US` of a further region `us`.
   */
  service: string;
  /** Latitude and longitude in degrees, for the distance to a host; null: only the continent decides. */
  at: readonly [number, number] | null;
  /** Continents that it serves where a host's coordinates are not known: `EU`, `NA`, … as `request.cf` names them. */
  continents: readonly string[];
}

/** All regions. The first has shard 0 with the accounts. */
export type Regions = readonly [Region, ...Region[]];

/** Place of a request, if the platform knows it. */
export interface Place {
  at: readonly [number, number] | null;
  continent: string | null;
}

/** Of the region of a service that has only one. */
const ONLY = "default";
/** Of the binding to the Worker of the first region. */
const HOME_SERVICE = "DATA";
/** A region's name. */
export const REGION_NAME = /^[a-z][a-z0-9-]{0,31}$/;
const CONTINENTS = ["AF", "AN", "AS", "EU", "NA", "OC", "SA"];

const ONE_REGION: Regions = [
  { name: ONLY, shards: [0], engine: null, service: HOME_SERVICE, at: null, continents: [] },
];

/** The table breaks a rule. The message names the region and the rule. */
export class RegionsError extends Error {
  override readonly name = "RegionsError";
}

/**
 * Reads the variable `REGIONS`: JSON, from the name of each region to its settings. Empty: one region with everything.
 * @throws RegionsError
 */
export function parseRegions(value: unknown): Regions {
  if (value === undefined || value === "") return ONE_REGION;
  const regions = Object.entries(tableOf(value)).map(([name, given]) => parseRegion(name, given));
  const used = regions.flatMap(({ shards }) => shards);
  if (new Set(used).size < used.length) throw new RegionsError("a shard is in two regions");
  const [home, ...others] = regions.sort((one, other) => Math.min(...one.shards) - Math.min(...other.shards));
  if (home === undefined || !home.shards.includes(0)) throw new RegionsError("no region has shard 0");
  return [home, ...others];
}

/** The region of a shard. One that no region names is in the first. */
export function regionOfShard(regions: Regions, shard: number): Region {
  return regions.find(({ shards }) => shards.includes(shard)) ?? regions[0];
}

/** The region nearest to a place: by distance, else by continent, else the first. */
export function nearestRegion(regions: Regions, { at, continent }: Place): Region {
  const [nearest] = at === null ? [] : regions.flatMap((region) => closenessOf(region, at)).sort(byCloseness);
  if (nearest !== undefined) return nearest.region;
  return regions.find(({ continents }) => continent !== null && continents.includes(continent)) ?? regions[0];
}

/** The cosine of the angle between two points of the globe: the nearer, the larger. */
function closenessOf(region: Region, from: readonly [number, number]) {
  if (region.at === null) return [];
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [one, other] = [radians(region.at[0]), radians(from[0])];
  const along = Math.cos(radians(from[1] - region.at[1]));
  return [{ region, cosine: Math.sin(one) * Math.sin(other) + Math.cos(one) * Math.cos(other) * along }];
}

function byCloseness(one: { cosine: number }, other: { cosine: number }): number {
  return other.cosine - one.cosine;
}

function tableOf(value: unknown): Record<string, unknown> {
  const table = typeof value === "string" ? parseJson(value) : value;
  if (!isRecord(table)) throw new RegionsError("is JSON: an object from names of regions to their settings");
  return table;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Settings of a region in the variable. */
interface RegionSettings {
  shards: number[];
  engine?: string;
  at?: [number, number];
  continents?: string[];
}

/** The check of each setting. `placement` is read by `npm run deploy`. */
const SETTINGS: Readonly<Record<string, (value: unknown) => boolean>> = {
  shards: (value) => isListOf(value, isShard) && value.length > 0,
  // Each call contains a secret.
  engine: (value) => typeof value === "string" && isPrivateCall(value),
  at: (value) => isListOf(value, isDegrees) && value.length === 2 && Math.abs(value[0] ?? 0) <= 90,
  continents: (value) => isListOf(value, (one): one is string => CONTINENTS.includes(String(one))),
  placement: (value) => typeof value === "string",
};

function parseRegion(name: string, given: unknown): Region {
  if (!REGION_NAME.test(name)) throw new RegionsError("a name of a region has small letters, digits and hyphens");
  if (!areSettings(name, given)) throw new RegionsError(`${name}: \`shards\` are missing`);
  const { shards, engine, at = null, continents = [] } = given;
  const service = shards.includes(0) ? HOME_SERVICE : `${HOME_SERVICE}_${name.replaceAll("-", "_").toUpperCase()}`;
  return { name, shards, engine: engine?.replace(/\/+$/, "") ?? null, service, at, continents };
}

/** @throws RegionsError naming a setting that is wrong or unknown */
function areSettings(name: string, given: unknown): given is RegionSettings {
  if (!isRecord(given)) return false;
  const wrong = Object.keys(given).find((key) => SETTINGS[key]?.(given[key]) !== true);
  if (wrong !== undefined) throw new RegionsError(`${name}: \`${wrong}\` is wrong, or no setting of a region`);
  return "shards" in given;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf<T>(value: unknown, isItem: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}

function isShard(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < MAX_SHARDS;
}

function isDegrees(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= 180;
}
