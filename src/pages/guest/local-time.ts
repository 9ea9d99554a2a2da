/** As `formatEventTime`: day before month, month in words, 24 hours. */
const LOCALE = "en-GB";

/** A day and a time in a zone, such as `Tuesday, 1 June, 18:00`. Epoch milliseconds. */
export function dayAndTime(moment: number, timeZone: string): string {
  return `${dayOf(moment, timeZone)}, ${timeOf(moment, timeZone)}`;
}

/** The time of `moment`, with its day where that is not the day of `near`: `17:30`, or `17:30 on Friday, 11 June`. */
export function clockTime(moment: number, near: number, timeZone: string): string {
  const day = dayOf(moment, timeZone);
  const time = timeOf(moment, timeZone);
  return day === dayOf(near, timeZone) ? time : `${time} on ${day}`;
}

/** A day in a zone: `Tuesday, 1 June`. */
export function dayOf(moment: number, timeZone: string): string {
  const day = { timeZone, weekday: "long", day: "numeric", month: "long" } as const;
  return new Intl.DateTimeFormat(LOCALE, day).format(moment);
}

function timeOf(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { timeZone, hour: "2-digit", minute: "2-digit" }).format(moment);
}

/** How much time is left: `2 days`, `5 hours`, `20 minutes`; never more than there is. */
export function timeLeft(until: number, now: number): string {
  const minutes = Math.max(0, Math.floor((until - now) / 60_000));
  if (minutes < 120) return counted(minutes, "minute");
  if (minutes < 48 * 60) return counted(Math.floor(minutes / 60), "hour");
  return counted(Math.floor(minutes / 60 / 24), "day");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
