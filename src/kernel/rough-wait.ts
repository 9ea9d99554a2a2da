const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long to wait, as people say it: `in a minute`, `in about 20 minutes`, `in about an hour`, `tomorrow`. */
export function roughWait(seconds: number): string {
  if (seconds <= 1.5 * MINUTE) return "in a minute";
  if (seconds <= 10 * MINUTE) return `in about ${Math.ceil(seconds / MINUTE)} minutes`;
  if (seconds <= 50 * MINUTE) return `in about ${Math.ceil(seconds / MINUTE / 5) * 5} minutes`;
  if (seconds <= 1.25 * HOUR) return "in about an hour";
  return seconds <= 18 * HOUR ? `in about ${Math.max(2, Math.round(seconds / HOUR))} hours` : "tomorrow";
}
