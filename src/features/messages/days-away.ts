import { DAY_MS } from "../../kernel/clock.ts";
import { localTimeOf } from "../../kernel/zoned-time.ts";

/**
 * How far away an event is, in days of its own calendar: `today`, `tomorrow`, `in 3 days`, or for one that is over
 * `yesterday` or `3 days ago`. At 22:00 on Friday, an event at 01:00 on Saturday is tomorrow.
 * @param now and eventDate in epoch milliseconds
 * @param timeZone IANA name of the event's zone
 */
export function daysAway(now: number, eventDate: number, timeZone: string): string {
  const days = dayNumber(eventDate, timeZone) - dayNumber(now, timeZone);
  if (days === 0) return "today";
  if (Math.abs(days) === 1) return days === 1 ? "tomorrow" : "yesterday";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

/** Days of the local calendar since 1970. */
function dayNumber(moment: number, timeZone: string): number {
  const { year, month, day } = localTimeOf(moment, timeZone);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}
