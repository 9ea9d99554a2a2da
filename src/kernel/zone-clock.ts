import { DAY_MS, MINUTE_MS } from "./clock.ts";
import { localTimeOf } from "./zoned-time.ts";

/**
 * Zones differ from UTC, and change by how much, in steps of a quarter of an hour: two moments of one such quarter
 * are of one local day everywhere.
 */
export const ZONE_STEP_MS = 15 * MINUTE_MS;

/** Reads the clock on the wall of a zone, for many moments (epoch milliseconds) at little cost. */
export interface ZoneClock {
  /** `YYYY-MM-DD` */
  dayOf(moment: number): string;
  /** `YYYY-MM-DD HH:MM` */
  readingOf(moment: number): string;
}

/** Asks the time zone database twice for each UTC day that it is asked about, and for a moment on days of a change. */
export function openZoneClock(timeZone: string): ZoneClock {
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

/** Milliseconds that the zone's clock is ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const { year, month, day, hour, minute } = localTimeOf(moment, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(moment / MINUTE_MS) * MINUTE_MS;
}
