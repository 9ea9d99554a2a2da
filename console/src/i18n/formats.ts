import { locale } from "./catalogue.ts";
import { languageOf } from "./locale.ts";

const tag = languageOf(locale) === "en" ? "en-GB" : languageOf(locale);
const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(tag, { calendar: "gregory", ...options });
  formats.set(key, known);
  return known;
}

/** "Sat 12 June 2027, 18:30" in a zone; of the browser if none is given. */
export function dateTime(at: string | number, timeZone?: string): string {
  return dateFormat({
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(at));
}

/** "12 June 2027" */
export function date(at: string | number, timeZone?: string): string {
  return dateFormat({ dateStyle: "long", ...(timeZone === undefined ? {} : { timeZone }) }).format(new Date(at));
}

/** "12 June" */
export function shortDate(at: string | number, timeZone?: string): string {
  return dateFormat({ day: "numeric", month: "short", ...(timeZone === undefined ? {} : { timeZone }) }).format(
    new Date(at),
  );
}

/** "18:30" */
export function time(at: string | number, timeZone?: string): string {
  return dateFormat({ hour: "2-digit", minute: "2-digit", ...(timeZone === undefined ? {} : { timeZone }) }).format(
    new Date(at),
  );
}

/** "New York" of `America/New_York`, as people read a zone. */
export function zoneName(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "3 days ago", "in 2 hours", "now". */
export function ago(at: string | number, now = Date.now()): string {
  const difference = new Date(at).getTime() - now;
  const format = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  for (const [unit, length] of STEPS) {
    if (Math.abs(difference) >= length) return format.format(Math.round(difference / length), unit);
  }
  return format.format(0, "second");
}

/** "Germany" of `DE`; a code that no region has stays as it is. */
export function regionName(code: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** "German" of `de`; a tag that no language has stays as it is. */
export function languageName(languageTag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: "language" }).of(languageTag) ?? languageTag;
  } catch {
    return languageTag;
  }
}

export function number(value: number): string {
  return new Intl.NumberFormat(tag).format(value);
}

/** "42 %" as the language writes it. @param share from 0 to 1 */
export function percent(share: number): string {
  return new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** "Anna, Ben and Chiara" */
export function list(items: string[]): string {
  return new Intl.ListFormat(tag).format(items);
}
