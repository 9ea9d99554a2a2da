/** The source of time, which tests replace. */
export interface Clock {
  /** Epoch milliseconds, UTC. */
  now(): number;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The moments that requests may name, epoch milliseconds, the latest one excluded. What follows from them within months
 * has a year of four digits in every time zone, as RFC 3339 and calendars need it.
 */
export const EARLIEST_MS = Date.parse("0001-01-01T00:00:00Z");
export const LATEST_MS = Date.UTC(9999);

/** Shifts a time, at most to the bounds, so that an end stays after its beginning. */
export function shiftMoment(moment: number, shift: number): number {
  return Math.min(Math.max(moment + shift, EARLIEST_MS), LATEST_MS);
}

/** RFC 3339 in UTC with `Z`: the form of all times in responses. */
export function toIsoTime(moment: number): string {
  return new Date(moment).toISOString();
}

export function toWireOrNull(moment: number | null): string | null {
  return moment === null ? null : toIsoTime(moment);
}
