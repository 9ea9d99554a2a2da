/** The source of time, which tests replace. */
export interface Clock {
  /** Epoch milliseconds, UTC. */
  now(): number;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** RFC 3339 in UTC with `Z`: the form of all times in responses. */
export function toWire(moment: number): string {
  return new Date(moment).toISOString();
}

/** As `toWire`; null stays null. */
export function toWireOrNull(moment: number | null): string | null {
  return moment === null ? null : toWire(moment);
}
