import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import metadata from "libphonenumber-js/max/metadata";
import { FINGERPRINT_BYTES, MIN_PASSWORD_LENGTH } from "../../src/kernel/password-fingerprints.ts";
import type { PhoneRanges } from "../../src/kernel/phone-ranges.ts";

/**
 * Writes sorted fingerprints of common passwords for `createCommonPasswords`: the most frequent ones in breaches, of at least
 * the minimum length. Sources: the password dictionary of @zxcvbn-ts/language-common 4.1.3 (July 2026), and the list of
 * Django 5.2.17 (`src/identity/accounts/common-passwords.txt`), because zxcvbn omits passwords that its patterns find.
 */
export function buildPasswords(root: string, target: string): void {
  const django = readFileSync(join(root, "src/identity/accounts/common-passwords.txt"), "utf8").trim().split("\n");
  const known = [...dictionary["passwords-common"], ...django].map((password) =>
    password.normalize("NFC").toLowerCase(),
  );
  const fingerprints = known
    .filter((password) => [...password].length >= MIN_PASSWORD_LENGTH)
    .map((password) => createHash("sha256").update(password).digest().readUInt32BE());
  const sorted = [...new Set(fingerprints)].sort((a, b) => a - b);
  const file = Buffer.alloc(sorted.length * FINGERPRINT_BYTES);
  for (const [index, fingerprint] of sorted.entries()) file.writeUInt32BE(fingerprint, index * FINGERPRINT_BYTES);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, file);
}

/** Positions of a country's fields in the metadata of libphonenumber-js, and of the kinds of numbers in `TYPES`. */
const LEADING_DIGITS = 10;
const TYPES = 11;
const FIXED_LINE = 0;
const MOBILE = 1;
const VOIP = 8;

/** Writes the ordinary phone numbers of each country for `ctx.phoneRanges`. */
export function buildPhoneRanges(target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify(phoneRanges()));
}

/**
 * Returns the numbers that cost as much as any call to the country, without premium-rate, shared-cost, personal, pager and
 * unassigned numbers.
 */
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
