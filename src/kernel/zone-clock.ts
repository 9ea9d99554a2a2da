import { DAY_MS, MINUTE_MS } from "./clock.ts";
import { offsetAt } from "./zoned-time.ts";

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
