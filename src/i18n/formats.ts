import { inSentence } from "./in-sentence.ts";
import { cityOf } from "./zone-city.ts";

/** The formats of a locale for days, times, numbers and lists. Moments are epoch milliseconds, zones IANA names. */
export interface Formats {
  /** `Saturday, 12 June 2027` */
  date(moment: number, timeZone: string): string;
  /** `Saturday 12 June` */
  day(moment: number, timeZone: string): string;
  /** `Sat 12 June` */
  shortDay(moment: number, timeZone: string): string;
  /** Whether times of day count to 12 or to 24. */
  clock: "h12" | "h24";
  /** `18:30` */
  time(moment: number, timeZone: string): string;
  /** `GMT+2`, `UTC` */
  zoneName(moment: number, timeZone: string): string;
  /** `Los Angeles`; null for a zone that is at no place. */
  city(timeZone: string): string | null;
  /** `1,234` */
  number(value: number): string;
  /** `Anna, Ben and Chris` */
  list(items: readonly string[]): string;
  /** `Anna, Ben`, where more follows. */
  openList(items: readonly string[]): string;
  /** `20 minutes` */
  duration(count: number, unit: "minute" | "hour" | "day"): string;
  /** `in 20 minutes` */
  ahead(count: number, unit: "minute" | "hour"): string;
}

const DATE = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const DAY = { weekday: "long", day: "numeric", month: "long" } as const;
const SHORT_DAY = { weekday: "short", day: "numeric", month: "long" } as const;
const TIME = { hour: "numeric", minute: "2-digit" } as const;
const ENGLISH_TIME = { hour: "2-digit", minute: "2-digit" } as const;
const ZONE = { timeZoneName: "short" } as const;

/**
 * @param tag by which `Intl` formats: see `formatTagOf`
 * @param cities see `cityOf`
 */
export function createFormats(tag: string, cities: Readonly<Record<string, string>>): Formats {
  const clock = new Intl.DateTimeFormat(tag, { hour: "numeric" }).resolvedOptions().hour12 ? "h12" : "h24";
  const timeOptions = timeOptionsOf(tag, clock);
  // Making a formatter takes as long as formatting a hundred times; there are about 400 zones, so this stays small.
  const made = new Map<object, Map<string, Intl.DateTimeFormat>>();
  const formatter = (options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat => {
    const ofZones = made.get(options) ?? new Map<string, Intl.DateTimeFormat>();
    const known = ofZones.get(timeZone) ?? new Intl.DateTimeFormat(tag, { ...options, timeZone, calendar: "gregory" });
    made.set(options, ofZones.set(timeZone, known));
    return known;
  };
  let numbers: Intl.NumberFormat | undefined;
  let lists: Intl.ListFormat | undefined;
  let waits: Intl.RelativeTimeFormat | undefined;
  return {
    date: (moment, timeZone) => withWholeDay(formatter(DATE, timeZone), moment),
    day: (moment, timeZone) => withWholeDay(formatter(DAY, timeZone), moment),
    shortDay: (moment, timeZone) => withWholeDay(formatter(SHORT_DAY, timeZone), moment),
    clock,
    time: (moment, timeZone) => unbroken(formatter(timeOptions, timeZone).format(moment)),
    zoneName: (moment, timeZone) => {
      const parts = formatter(ZONE, timeZone).formatToParts(moment);
      return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
    },
    city: (timeZone) => cityOf(timeZone, cities),
    number: (value) => {
      numbers ??= new Intl.NumberFormat(tag);
      return numbers.format(value);
    },
    list: (items) => {
      lists ??= new Intl.ListFormat(tag);
      const listed = lists.format(items);
      // A Polish line must not end with "i".
      return tag === "pl" ? listed.replaceAll(" i ", " i\u00a0") : listed;
    },
    openList: (items) => new Intl.ListFormat(tag, { type: "unit" }).format(items),
    duration: (count, unit) =>
      inSentence(new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(count), tag),
    ahead: (count, unit) => {
      waits ??= new Intl.RelativeTimeFormat(tag);
      return inSentence(waits.format(count, unit), tag);
    },
  };
}

/** English with 24 hours writes 09:30, where others write 9:30. */
function timeOptionsOf(tag: string, clock: Formats["clock"]) {
  return tag.startsWith("en") && clock === "h24" ? ENGLISH_TIME : TIME;
}

/** An hour and the half of the day that it is in stay on one line. */
function unbroken(time: string): string {
  return time.replace(/[ \u202f]/g, "\u00a0");
}

/** A date whose day and month stay on one line: `12 June`, `7 de diciembre`. */
function withWholeDay(formatter: Intl.DateTimeFormat, moment: number): string {
  const parts = formatter.formatToParts(moment);
  const isOfDay = (index: number) => parts[index]?.type === "day" || parts[index]?.type === "month";
  return parts
    .map(({ value }, index) => (isOfDay(index - 1) && isOfDay(index + 1) ? value.replaceAll(" ", "\u00a0") : value))
    .join("");
}
