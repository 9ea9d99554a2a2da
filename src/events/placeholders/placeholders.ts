import { eventTime, replyBy as replyByText } from "../../i18n/event-time.ts";
import { inSentence } from "../../i18n/in-sentence.ts";
import { intlTagOf, type Locale } from "../../i18n/languages.ts";
import type { Texts } from "../../i18n/texts.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { type Greeted, greetingValues } from "../../kernel/greeting-name.ts";
import { localTimeOf } from "../../kernel/zoned-time.ts";
import { withoutMissing } from "./missing-values.ts";
import { PLACEHOLDERS, type Placeholder } from "./placeholder-names.ts";

export { PLACEHOLDERS, type Placeholder } from "./placeholder-names.ts";

const PATTERN = /\{\{([^{}]*)\}\}/g;

/** Stands for a value that is missing. */
const MISSING = "\u0000";

/** Returns the unknown placeholders of a text, as written. */
export function unknownPlaceholders(text: string): string[] {
  const named = Array.from(text.matchAll(PATTERN), ([, name = ""]) => name.trim());
  return [...new Set(named.filter((name) => !isPlaceholder(name)))];
}

/**
 * Replaces the placeholders by values, in one pass: a placeholder inside a value, such as the name of a guest who is
 * called `{{rsvp_link}}`, is not replaced. An empty value takes its phrase with it (`withoutMissing`).
 */
export function fillPlaceholders(text: string, values: Readonly<Record<Placeholder, string>>): string {
  const marked = text
    .replaceAll(MISSING, "")
    .replace(PATTERN, (whole, name: string) => (valueNamed(name, values) === "" ? MISSING : whole));
  return withoutMissing(marked, MISSING).replace(PATTERN, (whole, name: string) => valueNamed(name, values) ?? whole);
}

/** The value of a placeholder as written between the braces; undefined for an unknown one. */
function valueNamed(written: string, values: Readonly<Record<Placeholder, string>>): string | undefined {
  const name = written.trim();
  return isPlaceholder(name) ? values[name] : undefined;
}

/**
 * Fills the placeholders of a text message. GSM-7 has one space and one apostrophe, and any other character halves the
 * length of a segment. Apostrophes are replaced only in our texts: a person's name stays unchanged.
 */
export function fillTextMessage(text: string, values: Readonly<Record<Placeholder, string>>): string {
  const straight = (value: string) => value.replaceAll("’", "'");
  const { event_date, days_away, reply_by } = values;
  const ours = { event_date: straight(event_date), days_away: straight(days_away), reply_by: straight(reply_by) };
  const plain = { ...values, ...ours };
  return fillPlaceholders(text, plain).replace(/[\u00a0\u202f]/g, " ");
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

const formatters = new Map<Locale, Intl.RelativeTimeFormat>();

/**
 * Returns the distance to an event in days of its calendar, in the locale: `today`, `tomorrow`, `in 3 days`,
 * `yesterday` or `3 days ago`. At 22:00 on Friday, an event at 01:00 on Saturday is tomorrow.
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

/**
 * The values for placeholders: a guest with the link, and the event. `eventDate` and `rsvpDeadline` in epoch
 * milliseconds.
 */
export interface PlaceholderFacts {
  guest: Greeted & { locale: string | null };
  /** Whether the email may ask the guest for an RSVP. */
  isAsked: boolean;
  link: string;
  event: { name: string; venue: string | null; eventDate: number; timezone: string; rsvpDeadline: number | null };
}

/** The values of all placeholders for one guest in the guest's language, as is true at `now` (epoch milliseconds). */
export function placeholderValues(
  { guest, isAsked, link, event }: PlaceholderFacts,
  texts: Texts,
  now: number,
): Record<Placeholder, string> {
  return {
    guest_name: guest.name,
    first_name: greetingValues(guest, guest.locale, texts.locale).first,
    event_name: event.name,
    event_date: eventTime(texts, event.eventDate, null, event.timezone),
    days_away: daysAway(now, event.eventDate, event.timezone, texts.locale),
    reply_by: replyBy({ event, isAsked }, texts, now),
    venue: event.venue ?? "",
    rsvp_link: link,
  };
}

/**
 * A sentence that asks for an RSVP by the deadline, or now if the event has none. After the deadline it says so. Empty
 * for a guest who is not asked, such as one who has replied.
 */
function replyBy({ event, isAsked }: Pick<PlaceholderFacts, "event" | "isAsked">, texts: Texts, now: number): string {
  const { rsvpDeadline, timezone } = event;
  if (rsvpDeadline !== null && now >= rsvpDeadline) return texts.format("guest.closed-now", {});
  if (!isAsked) return "";
  if (rsvpDeadline === null) return texts.format("mail.reply-now", {});
  return replyByText(texts, rsvpDeadline, timezone);
}
