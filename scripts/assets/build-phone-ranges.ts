import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import metadata from "libphonenumber-js/max/metadata";
import type { PhoneRanges } from "../../src/kernel/phone-ranges.ts";

/** Positions of a country's fields in the metadata of libphonenumber-js, and of the kinds of numbers in `TYPES`. */
const LEADING_DIGITS = 10;
const TYPES = 11;
const FIXED_LINE = 0;
const MOBILE = 1;
const VOIP = 8;

/** Writes which numbers of each country are ordinary ones, for `ctx.phoneRanges`. */
export function buildPhoneRanges(target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify(phoneRanges()));
}

/** The numbers that cost what a call to the country costs. Left out: premium-rate, shared-cost, personal, pagers, unassigned. */
export function phoneRanges(): PhoneRanges {
  const codes = Object.entries(metadata.country_calling_codes as Record<string, string[]>);
  return Object.fromEntries(codes.map(([code, countries]) => [code, countries.flatMap(rangesOf)]));
}

function rangesOf(country: string): PhoneRanges[string] {
  const fields = (metadata.countries as unknown as Record<string, unknown[]>)[country] ?? [];
  const types = (fields[TYPES] ?? []) as (string[] | 0)[];
  const patterns = [FIXED_LINE, MOBILE, VOIP].flatMap((type) => (types[type] || []).slice(0, 1));
  return [[country, String(fields[LEADING_DIGITS] || ""), patterns.join("|")]];
}
