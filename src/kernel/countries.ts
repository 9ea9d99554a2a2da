import { ZONES } from "./zone-countries.ts";

/** ISO 3166 alpha-2, and Kosovo, which has a calling code and no code of ISO. */
export const COUNTRIES: ReadonlySet<string> = new Set([...Object.keys(ZONES), "XK"]);

/** The country of a time zone; null for UTC, and for a zone of several countries. */
export function countryOfZone(timeZone: string): string | null {
  return Object.entries(ZONES).find(([, zones]) => zones.split(" ").includes(timeZone))?.[0] ?? null;
}

/** Parses a list of countries: `DE,AT`. Returns null if an entry is not a country. */
export function parseCountries(text: string): string[] | null {
  const codes = text.split(",").map((code) => code.trim().toUpperCase());
  const countries = [...new Set(codes.filter((code) => code !== ""))].sort();
  return countries.every((code) => COUNTRIES.has(code)) ? countries : null;
}
