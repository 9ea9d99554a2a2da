import type { Texts } from "../../i18n/texts.ts";

/** The text about the doors: with the day where that is not the day of `start`. Epoch milliseconds. */
export function doorsText({ format, formats }: Texts, opensAt: number, start: number, timeZone: string): string {
  const time = formats.time(opensAt, timeZone);
  const day = formats.day(opensAt, timeZone);
  return day === formats.day(start, timeZone)
    ? format("guest.doors", { time })
    : format("guest.doors-day", { time, day });
}

/** Returns the time left, rounded down: `2 days`, `5 hours`, `20 minutes`. */
export function timeLeft({ formats }: Texts, until: number, now: number): string {
  const minutes = Math.max(0, Math.floor((until - now) / 60_000));
  if (minutes < 120) return formats.duration(minutes, "minute");
  if (minutes < 48 * 60) return formats.duration(Math.floor(minutes / 60), "hour");
  return formats.duration(Math.floor(minutes / 60 / 24), "day");
}
