import { placeOf } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";

/** The text about the doors, with their place: with the day where that is not the day of `start`. Epoch milliseconds. */
export function doorsText(texts: Texts, opensAt: number, start: number, timeZone: string): string {
  const { format, formats, sentences } = texts;
  const time = formats.time(opensAt, timeZone);
  const day = formats.day(opensAt, timeZone);
  const isSameDay = day === formats.day(start, timeZone);
  const doors = isSameDay ? format("guest.doors", { time }) : format("guest.doors-day", { time, day });
  return sentences([doors, placeOf(texts, opensAt, timeZone)]);
}

/** Returns the time left, rounded down: `2 days`, `5 hours`, `20 minutes`. */
export function timeLeft({ formats }: Texts, until: number, now: number): string {
  const minutes = Math.max(0, Math.floor((until - now) / 60_000));
  if (minutes < 120) return formats.duration(minutes, "minute");
  if (minutes < 48 * 60) return formats.duration(Math.floor(minutes / 60), "hour");
  return formats.duration(Math.floor(minutes / 60 / 24), "day");
}
