import { spokenDeadline } from "../kernel/reply-by.ts";
import type { Texts } from "./texts.ts";

/**
 * Returns an event's time for guests: `Saturday, 12 June 2027, 18:30–23:00 in Berlin`. Has both days if it ends on
 * another day.
 * @param start epoch milliseconds, as `end`, which is null for an event without one
 * @param timeZone the event's, an IANA name
 */
export function eventTime(texts: Texts, start: number, end: number | null, timeZone: string): string {
  const { formats, format } = texts;
  const day = formats.date(start, timeZone);
  if (end === null || end <= start) return placedTime(texts, day, start, timeZone);
  const values = { day, start: formats.time(start, timeZone), zone: placeOf(texts, start, timeZone) };
  const [endDay, endTime] = [formats.date(end, timeZone), formats.time(end, timeZone)];
  return endDay === day
    ? format("common.event-span", { ...values, end: endTime })
    : format("common.event-days", { ...values, endDay, end: endTime });
}

/** A day with a time of it, and the place whose clocks show that time. */
function placedTime(texts: Texts, day: string, moment: number, timeZone: string): string {
  const { formats, format } = texts;
  const [start, zone] = [formats.time(moment, timeZone), placeOf(texts, moment, timeZone)];
  return format("common.event-time", { day, start, zone, clock: formats.clock });
}

const TIME = "\u2068?\\d\\d?:\\d\\d(?:\u00a0[\\p{L}.\u00a0]+)?\u2069?";
const BEFORE = "(?:saat|الساعة) ";
const AFTER = "(?: \u2068?(?:Uhr|uur|UTC)\u2069?)";

/** A span of times, a time with its words, a place with its preposition, an East Asian date, and a zone in such brackets. */
const UNBROKEN = new RegExp(
  `(${[
    `(?:${BEFORE})?${TIME}\\s?[–～]\\s?${TIME}${AFTER}*`,
    `(?:${BEFORE})?${TIME}${AFTER}+`,
    `${BEFORE}${TIME}`,
    "(?<=(?:\\d|\u00a0\\p{L}+| Uhr| uur) )in [^\\s,.]+",
    "\\d{4}年\\d\\d?月\\d\\d?日",
    "（[^（）]{1,8}）",
  ].join("|")})`,
  "u",
);

/** A text around what a line does not break, such as `18:30–23:00` and `18:30 Uhr`: at odd places, what stays whole. */
export function aroundSpans(text: string): string[] {
  return text.split(UNBROKEN);
}

/** A time of an event with its day, without its year: `Saturday 12 June, 18:30 in Berlin`. */
export function dayAndTime(texts: Texts, moment: number, timeZone: string): string {
  return placedTime(texts, texts.formats.day(moment, timeZone), moment, timeZone);
}

/** A time of an event in an inbox: `Sat 19 June, 18:30 in Berlin`. */
export function shortTime(texts: Texts, moment: number, timeZone: string): string {
  return placedTime(texts, texts.formats.shortDay(moment, timeZone), moment, timeZone);
}

/** Texts about the deadline for RSVPs: one for a whole day, one with a time. */
const DEADLINE_TEXTS = {
  ahead: { day: "guest.reply-by", time: "guest.reply-by-time" },
  over: { day: "guest.closed-on", time: "guest.closed-at" },
} as const;

/** The text about a deadline and its value: the one place that decides how the reply-by time is said. */
export function deadlineText(texts: Texts, deadline: number, timeZone: string, when: keyof typeof DEADLINE_TEXTS) {
  const { day, hasTime } = spokenDeadline(deadline, timeZone);
  return hasTime
    ? { id: DEADLINE_TEXTS[when].time, values: { date: dayAndTime(texts, deadline, timeZone) }, hasTime }
    : { id: DEADLINE_TEXTS[when].day, values: { day: texts.formats.day(day, timeZone) }, hasTime };
}

/** `Please reply by Friday 4 June.`, with the time unless the deadline is the end of a day. */
export function replyBy(texts: Texts, deadline: number, timeZone: string): string {
  const { id, values } = deadlineText(texts, deadline, timeZone, "ahead");
  return texts.format(id, values);
}

/** The place within a time: `in Los Angeles`, or the zone's abbreviation where it is at no place. */
export function placeOf({ formats, format }: Texts, moment: number, timeZone: string): string {
  const city = formats.city(timeZone);
  return city === null ? formats.zoneName(moment, timeZone) : format("common.zone", { city });
}
