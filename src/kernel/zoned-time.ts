import { DAY_MS, MINUTE_MS } from "./clock.ts";
import { zoneNames } from "./zone-links.ts";

const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

/** A local date and time. `month` is 1 to 12. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/**
 * UTC offsets, and their changes, are multiples of 15 minutes: two moments of one such quarter have the same local day
 * in every zone.
 */
export const ZONE_STEP_MS = 15 * MINUTE_MS;

/** Converts many moments (epoch milliseconds) to local time at little cost. */
export interface ZoneClock {
  /** `YYYY-MM-DD` */
  dayOf(moment: number): string;
  /** `YYYY-MM-DD HH:MM` */
  readingOf(moment: number): string;
}

let names: ReadonlyMap<string, string> | undefined;

/**
 * Whether a name is a time zone of the IANA database, in any case. Offsets like `+02:00` are not: they have no daylight
 * saving time. Neither are abbreviations that `Intl` also knows, such as `BST`, which is Dhaka there and London elsewhere.
 */
export function isTimeZone(name: string): boolean {
  const known = knownZone(name);
  if (known === undefined) return false;
  try {
    return formatterOf(known) !== null;
  } catch {
    return false;
  }
}

/**
 * The name of a time zone in the case that the IANA database has: `europe/BERLIN` → `Europe/Berlin`. A link stays
 * itself: `asia/kolkata` is not turned into `Asia/Calcutta`. Other texts are unchanged.
 */
export function canonicalTimeZone(name: string): string {
  return knownZone(name) ?? name;
}

function knownZone(name: string): string | undefined {
  names ??= new Map(
    [...Intl.supportedValuesOf("timeZone"), ...zoneNames()].map((known) => [known.toLowerCase(), known]),
  );
  return names.get(name.toLowerCase());
}

/** The local time of a zone at a moment (epoch milliseconds). */
export function localTimeOf(moment: number, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(moment)
      .map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

/**
 * Returns the time (epoch milliseconds) of a local time. A local time that is skipped when clocks go forward becomes
 * the one an hour later. A local time that occurs twice becomes the first.
 */
export function momentOf(local: LocalTime, timeZone: string): number {
  const target = asIfUtc(local);
  // The offset at the first guess may differ from the offset at the moment itself.
  const first = target - offsetAt(target, timeZone);
  const offsets = [offsetAt(first - DAY_MS, timeZone), offsetAt(first, timeZone), offsetAt(first + DAY_MS, timeZone)];
  const fitting = offsets
    .map((offset) => target - offset)
    .filter((moment) => asIfUtc(localTimeOf(moment, timeZone)) === target);
  return fitting.length > 0 ? Math.min(...fitting) : target - offsetAt(first - DAY_MS, timeZone);
}

/**
 * Returns a time that moves with another, such as a deadline with its event. Keeps the distance on the calendar and the
 * time of day, also if the clocks change in between. All times in epoch milliseconds.
 * @param from the time that moves, and `to`, its new value
 */
export function movedWith(moment: number, { from, to }: { from: number; to: number }, timeZone: string): number {
  const wall = (at: number) => at + offsetAt(at, timeZone);
  const target = wall(to) + wall(moment) - wall(from);
  const minute = Math.floor(target / MINUTE_MS) * MINUTE_MS;
  return momentOf(localTimeOf(minute, "UTC"), timeZone) + target - minute;
}

/** The offset of a time zone from UTC at a moment, in milliseconds. */
export function offsetAt(moment: number, timeZone: string): number {
  return asIfUtc(localTimeOf(moment, timeZone)) - Math.floor(moment / MINUTE_MS) * MINUTE_MS;
}

function asIfUtc(local: LocalTime): number {
  return Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute);
}

/** Creating a formatter takes as long as formatting a hundred times. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATTERS.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  FORMATTERS.set(timeZone, formatter);
  return formatter;
}

/** Computes two offsets per UTC day, and one per moment on days when the offset changes. */
export function createZoneClock(timeZone: string): ZoneClock {
  const midnights = new Map<number, number>();
  const offsetAtMidnight = (day: number): number => {
    const known = midnights.get(day);
    if (known !== undefined) return known;
    const offset = offsetAt(day * DAY_MS, timeZone);
    midnights.set(day, offset);
    return offset;
  };
  const shownAt = (moment: number): string => {
    const day = Math.floor(moment / DAY_MS);
    const before = offsetAtMidnight(day);
    const offset = before === offsetAtMidnight(day + 1) ? before : offsetAt(moment, timeZone);
    return new Date(moment + offset).toISOString();
  };
  return {
    dayOf: (moment) => shownAt(moment).slice(0, "YYYY-MM-DD".length),
    readingOf: (moment) => shownAt(moment).slice(0, "YYYY-MM-DDTHH:MM".length).replace("T", " "),
  };
}
