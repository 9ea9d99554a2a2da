import { formatEventTime } from "../../kernel/event-time.ts";
import { firstName } from "../../kernel/first-name.ts";
import { daysAway } from "./days-away.ts";
import type { Placeholder } from "./placeholders.ts";

/** What a text may speak of: a guest with the link, and the event. `eventDate` in epoch milliseconds. */
export interface PlaceholderFacts {
  guestName: string;
  link: string;
  event: { name: string; venue: string | null; eventDate: number; timezone: string };
}

/** The values of all placeholders for one guest, as is true at `now` (epoch milliseconds). */
export function placeholderValues(
  { guestName, link, event }: PlaceholderFacts,
  now: number,
): Record<Placeholder, string> {
  return {
    guest_name: guestName,
    first_name: firstName(guestName),
    event_name: event.name,
    event_date: formatEventTime(event.eventDate, event.timezone),
    days_away: daysAway(now, event.eventDate, event.timezone),
    venue: event.venue ?? "",
    rsvp_link: link,
  };
}
