import type { CountryCode } from "libphonenumber-js/min";

export type { CountryCode };

type Library = typeof import("libphonenumber-js/min");

const KEY = "usher.phone-country";
/** The API's format of a number. */
const E164 = /^\+[1-9]\d{6,14}$/;
/** Separates several numbers in one cell of a sheet, as in the API. */
const SEPARATOR = /(:::|[;,|\n])/;
/** The country if neither the host nor the browser names one. */
const FALLBACK: CountryCode = "US";

let library: Promise<Library> | undefined;

/** Loads the rules of all countries: 30 KiB that only screens with phone numbers need. The next call retries a failed load. */
export function loadPhoneRules(): Promise<Library> {
  library ??= import("libphonenumber-js/min").catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}

/** Returns the country that the host picked last in this browser, else the one of the browser's language. */
export function readPhoneCountry(): CountryCode {
  const remembered = localStorage.getItem(KEY);
  const regions = navigator.languages.map((tag) => new Intl.Locale(tag).maximize().region);
  // Both are two letters; the library ignores a country that it does not know.
  return ((remembered || regions.find((region) => /^[A-Z]{2}$/.test(region ?? ""))) ?? FALLBACK) as CountryCode;
}

export function rememberPhoneCountry(country: CountryCode): void {
  localStorage.setItem(KEY, country);
}

/**
 * Returns the E.164 form of a number as people write it.
 * @param country of a number without a country code
 * @returns null for an invalid number, or for one with an extension
 */
export function toE164(rules: Library, text: string, country: CountryCode): string | null {
  // Some countries dial 00 in place of +.
  const parsed = rules.parsePhoneNumberFromString(text.trim().replace(/^00/, "+"), country);
  if (parsed === undefined || parsed.ext !== undefined || !parsed.isPossible()) return null;
  return E164.test(parsed.number) ? parsed.number : null;
}

/** Returns the number for the API: in E.164, or unchanged if it has no such form, so that the API says what is wrong. */
export async function phoneForApi(text: string, country: CountryCode): Promise<string> {
  return text.trim() === "" ? text : (toE164(await loadPhoneRules(), text, country) ?? text);
}

/** Returns a cell of a sheet with each of its numbers in E.164. Other text is unchanged. */
export function cellInE164(rules: Library, cell: string, country: CountryCode): string {
  return cell
    .split(SEPARATOR)
    .map((piece) => toE164(rules, piece, country) ?? piece)
    .join("");
}
