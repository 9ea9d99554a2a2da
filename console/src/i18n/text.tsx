import { Fragment, type ReactNode } from "react";
import type { Values } from "../../../src/i18n/message.ts";
import { offsetAt } from "../../../src/kernel/zoned-time.ts";
import type { Area, Key } from "./areas.ts";
import { format, locale, partsOf } from "./catalogue.ts";
import { formatTag } from "./locale.ts";
import { ownTimeZone } from "./zoned-time.ts";

/** Formats a text of one area. */
type Translate<A extends Area> = (key: Key<A>, values?: Values) => string;

/** Returns the texts of an area: `const t = textsOf("guests")`, then `t("title", { count: 3 })` once the area is loaded. */
export function textsOf<A extends Area>(area: A): Translate<A> {
  return (key, values) => format(area, key, values);
}

/**
 * A text with markup: `<Text area="events" id="empty" values={{…}} link={(words) => <a …>{words}</a>} />` for a text such as
 * `Read {#link}the guide{/link}.`
 */
export function Text<A extends Area>({
  area,
  id,
  values,
  ...markup
}: { area: A; id: Key<A>; values?: Values } & Partial<
  Record<"link" | "strong" | "quiet", (words: ReactNode) => ReactNode>
>) {
  const wrappers: Record<string, ((words: ReactNode) => ReactNode) | undefined> = markup;
  const nodes: ReactNode[] = [];
  let open: { name: string; from: number } | null = null;
  for (const part of partsOf(area, id, values)) {
    if (typeof part === "string") nodes.push(<Fragment key={nodes.length}>{part}</Fragment>);
    else if (part.kind === "open") open = { name: part.markup, from: nodes.length };
    else if (open !== null) {
      const words = nodes.splice(open.from);
      const wrap: ((words: ReactNode) => ReactNode) | undefined = wrappers[open.name];
      nodes.push(<Fragment key={nodes.length}>{wrap === undefined ? words : wrap(words)}</Fragment>);
      open = null;
    }
  }
  return <>{nodes}</>;
}

const tag = formatTag(locale);
const formats = new Map<string, Intl.DateTimeFormat>();

function formatDate(at: string | number, timeZone: string | undefined, style: Intl.DateTimeFormatOptions): string {
  const options = { calendar: "gregory", ...style, ...(timeZone === undefined ? {} : { timeZone }) };
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formats.set(key, format);
  return format.format(new Date(at));
}

/** As the hour is written in a language: 09:30 with 24 hours, 9:30 am with 12. */
const HOUR = { hour: is12Hour() ? "numeric" : "2-digit", minute: "2-digit" } as const;

function is12Hour(): boolean {
  return new Intl.DateTimeFormat(tag, { hour: "numeric" }).resolvedOptions().hour12 === true;
}

/**
 * "Sat 12 June 2027, 18:30" in a time zone, the browser's by default. For a reader whose clock shows another time:
 * "Sat 12 June 2027, 18:30 in Berlin".
 */
export function dateTime(at: string | number, timeZone?: string): string {
  const day = { weekday: "short", day: "numeric", month: "long", year: "numeric" } as const;
  return withPlace(formatDate(at, timeZone, { ...day, ...HOUR }), at, timeZone);
}

/** "12 June 2027" */
export function date(at: string | number, timeZone?: string): string {
  return formatDate(at, timeZone, { dateStyle: "long" });
}

/** "12 June" */
export function shortDate(at: string | number, timeZone?: string): string {
  return formatDate(at, timeZone, { day: "numeric", month: "short" });
}

/** "18:30", and "18:30 in Berlin" for a reader whose clock shows another time. */
export function time(at: string | number, timeZone?: string): string {
  return withPlace(clock(at, timeZone), at, timeZone);
}

/** "18:30" on the clocks of the zone, where there is no space for its place. */
export function clock(at: string | number, timeZone: string | undefined): string {
  return formatDate(at, timeZone, HOUR);
}

/** Adds the place whose clocks show a time, for a host who reads it elsewhere. */
function withPlace(text: string, at: string | number, timeZone = ownTimeZone()): string {
  const moment = new Date(at).getTime();
  const isOwn = offsetAt(moment, timeZone) === offsetAt(moment, ownTimeZone());
  return isOwn ? text : format("common", "time-in", { time: text, place: zoneName(timeZone) });
}

/** "New York" for `America/New_York`. */
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

/** "Germany" for `DE`; an unknown code is unchanged. */
export function regionName(code: string): string {
  return displayName(code, "region");
}

/** "German" for `de`; an unknown tag is unchanged. */
export function languageName(languageTag: string): string {
  return displayName(languageTag, "language");
}

function displayName(code: string, type: Intl.DisplayNamesType): string {
  try {
    return new Intl.DisplayNames(tag, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

export function number(value: number): string {
  return new Intl.NumberFormat(tag).format(value);
}

/** "42 %". @param share from 0 to 1 */
export function percent(share: number): string {
  return new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** "Anna, Ben and Chiara" */
export function list(items: string[]): string {
  return new Intl.ListFormat(tag).format(items);
}
