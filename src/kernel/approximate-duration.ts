const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A duration, as precise as people say it. */
export type RoughWait =
  | { unit: "minute" | "hour" | "tomorrow" }
  /** `count` is approximate. */
  | { unit: "minutes" | "hours"; count: number };

/** A wait in words to choose from: a minute, 20 minutes, an hour, 5 hours, tomorrow. */
export function approximateDuration(seconds: number): RoughWait {
  if (seconds <= 1.5 * MINUTE) return { unit: "minute" };
  if (seconds <= 10 * MINUTE) return { unit: "minutes", count: Math.ceil(seconds / MINUTE) };
  if (seconds <= 50 * MINUTE) return { unit: "minutes", count: Math.ceil(seconds / MINUTE / 5) * 5 };
  if (seconds <= 1.25 * HOUR) return { unit: "hour" };
  return seconds <= 18 * HOUR
    ? { unit: "hours", count: Math.max(2, Math.round(seconds / HOUR)) }
    : { unit: "tomorrow" };
}
