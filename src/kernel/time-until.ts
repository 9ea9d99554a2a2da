const MINUTE_MS = 60_000;

/**
 * Returns the time until `moment` (epoch milliseconds) as people say it: in minutes up to two hours, then in hours.
 * Null if it has passed.
 */
export function timeUntil(moment: number, now: number): { count: number; unit: "minute" | "hour" } | null {
  const minutes = Math.ceil((moment - now) / MINUTE_MS);
  if (minutes <= 0) return null;
  return minutes < 120 ? { count: minutes, unit: "minute" } : { count: Math.round(minutes / 60), unit: "hour" };
}
