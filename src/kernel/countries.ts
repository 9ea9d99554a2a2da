import { ZONES } from "./zone-countries.ts";

const CODE_LENGTH = 2;

/** ISO 3166 alpha-2, and Kosovo, which has a calling code and no code of ISO. */
export const COUNTRIES: ReadonlySet<string> = new Set([
  ...Object.values(ZONES).flatMap((countries) => countries.split(",").map((entry) => entry.slice(0, CODE_LENGTH))),
  "XK",
]);

/** The country of a time zone; null for UTC, and for a zone of several countries. */
export function countryOfZone(timeZone: string): string | null {
  const area = timeZone.slice(0, timeZone.indexOf("/") + 1);
  const place = timeZone.slice(area.length);
  const entries = ZONES[area]?.split(",") ?? [];
  const found = entries.find((entry) => entry.slice(CODE_LENGTH).split(" ").includes(place));
  return found?.slice(0, CODE_LENGTH) ?? null;
}

/** Parses a list of countries: `DE,AT`. Returns null if an entry is not a country. */
export function parseCountries(text: string): string[] | null {
  const codes = text.split(",").map((code) => code.trim().toUpperCase());
  const countries = [...new Set(codes.filter((code) => code !== ""))].sort();
  return countries.every((code) => COUNTRIES.has(code)) ? countries : null;
}
