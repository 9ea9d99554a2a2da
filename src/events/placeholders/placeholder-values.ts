import { dayAndTime, eventTime } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import { firstName } from "../../kernel/first-name.ts";
import { daysAway } from "./days-away.ts";
import type { Placeholder } from "./placeholders.ts";

/** What a text may speak of: a guest with the link, and the event. `eventDate` and `rsvpDeadline` in epoch milliseconds. */
export interface PlaceholderFacts {
  guestName: string;
  link: string;
  event: { name: string; venue: string | null; eventDate: number; timezone: string; rsvpDeadline: number | null };
}

/** The values of all placeholders for one guest in the guest's language, as is true at `now` (epoch milliseconds). */
export function placeholderValues(
  { guestName, link, event }: PlaceholderFacts,
  texts: Texts,
  now: number,
): Record<Placeholder, string> {
  return {
    guest_name: guestName,
    first_name: firstName(guestName),
    event_name: event.name,
    event_date: eventTime(texts, event.eventDate, null, event.timezone),
    days_away: daysAway(now, event.eventDate, event.timezone, texts.locale),
    reply_by: replyBy(event, texts, now),
    venue: event.venue ?? "",
    rsvp_link: link,
  };
}

/** A sentence that asks for an RSVP by the deadline, or now if the event has none. After the deadline it says so. */
function replyBy({ rsvpDeadline, timezone }: PlaceholderFacts["event"], texts: Texts, now: number): string {
  if (rsvpDeadline === null) return texts.format("mail.reply-now", {});
  if (now >= rsvpDeadline) return texts.format("guest.closed-now", {});
  return texts.format("mail.reply-by", { date: dayAndTime(texts, rsvpDeadline, timezone) });
}
