const MINUTE_MS = 60_000;

/**
 * How long until a moment, as people say it: in minutes up to two hours, then in hours. Epoch milliseconds.
 * @returns null once it is there
 */
export function timeUntil(moment: number, now: number): { count: number; unit: "minute" | "hour" } | null {
  const minutes = Math.ceil((moment - now) / MINUTE_MS);
  if (minutes <= 0) return null;
  return minutes < 120 ? { count: minutes, unit: "minute" } : { count: Math.round(minutes / 60), unit: "hour" };
}
