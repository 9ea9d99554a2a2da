import { inSentence } from "../../i18n/in-sentence.ts";
import { intlTagOf, type Locale } from "../../i18n/languages.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { localTimeOf } from "../../kernel/zoned-time.ts";

/** One for each locale. */
const formatters = new Map<Locale, Intl.RelativeTimeFormat>();

/**
 * How far away an event is, in days of its own calendar: `today`, `tomorrow`, `in 3 days`, or for one that is over
 * `yesterday` or `3 days ago`, in the locale's words. At 22:00 on Friday, an event at 01:00 on Saturday is tomorrow.
 * @param now and eventDate in epoch milliseconds
 * @param timeZone IANA name of the event's zone
 */
export function daysAway(now: number, eventDate: number, timeZone: string, locale: Locale = "en"): string {
  const days = dayNumber(eventDate, timeZone) - dayNumber(now, timeZone);
  const tag = intlTagOf(locale);
  const format = formatters.get(locale) ?? new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  formatters.set(locale, format);
  return inSentence(format.format(days, "day"), tag);
}

/** Days of the local calendar since 1970. */
function dayNumber(moment: number, timeZone: string): number {
  const { year, month, day } = localTimeOf(moment, timeZone);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}
