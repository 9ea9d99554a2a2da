import type { Texts } from "./texts.ts";

/**
 * Returns an event's time for guests: `Saturday, 12 June 2027, 18:30–23:00 in Berlin`. Has both days if it ends on
 * another day.
 * @param start epoch milliseconds, as `end`, which is null for an event without one
 * @param timeZone the event's, an IANA name
 */
export function eventTime(texts: Texts, start: number, end: number | null, timeZone: string): string {
  const { formats, format } = texts;
  const values = {
    day: formats.date(start, timeZone),
    start: formats.time(start, timeZone),
    zone: zoneOf(texts, start, timeZone),
  };
  if (end === null || end <= start) return format("common.event-time", values);
  const [endDay, endTime] = [formats.date(end, timeZone), formats.time(end, timeZone)];
  return endDay === values.day
    ? format("common.event-span", { ...values, end: endTime })
    : format("common.event-days", { ...values, endDay, end: endTime });
}

const TIME = "\u2068?\\d\\d?:\\d\\d(?:\u00a0\\p{L}+)?\u2069?";
const BEFORE = "(?:saat|الساعة) ";
const AFTER = "(?: \u2068?(?:Uhr|uur|UTC)\u2069?)";

/** A span of times, a time with its words, a place with its preposition, an East Asian date, and a zone in such brackets. */
const UNBROKEN = new RegExp(
  `(${[
    `(?:${BEFORE})?${TIME}\\s?[–～]\\s?${TIME}${AFTER}*`,
    `(?:${BEFORE})?${TIME}${AFTER}+`,
    `${BEFORE}${TIME}`,
    "(?<=(?:\\d| Uhr| uur) )in [^\\s,.]+",
    "\\d{4}年\\d\\d?月\\d\\d?日",
    "（[^（）]{1,8}）",
  ].join("|")})`,
  "u",
);

/** A text around what a line does not break, such as `18:30–23:00` and `18:30 Uhr`: at odd places, what stays whole. */
export function aroundSpans(text: string): string[] {
  return text.split(UNBROKEN);
}

/** A moment of an event with its day, without its year: `Saturday 12 June, 18:30`. */
export function dayAndTime({ formats, format }: Texts, moment: number, timeZone: string): string {
  return format("common.day-and-time", { day: formats.day(moment, timeZone), time: formats.time(moment, timeZone) });
}

/** The zone within a time: `in Los Angeles`, or its abbreviation where it is at no place. */
function zoneOf({ formats, format }: Texts, moment: number, timeZone: string): string {
  const city = formats.city(timeZone);
  return city === null ? formats.zoneName(moment, timeZone) : format("common.zone", { city });
}
