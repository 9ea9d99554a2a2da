import type { Event as ApiEvent } from "@usher/client";

/** Duration of an event without an end, as in the API. Milliseconds. */
const LASTS_MS = 12 * 3_600_000;

/** Splits events into upcoming, the next first, and past, the latest first. @param now epoch milliseconds */
export function inOrder<Event extends Pick<ApiEvent, "event_date" | "end_time">>(
  events: readonly Event[],
  now: number,
): { upcoming: Event[]; past: Event[] } {
  const start = (event: Event) => Date.parse(event.event_date);
  const end = (event: Event) => (event.end_time === null ? start(event) + LASTS_MS : Date.parse(event.end_time));
  return {
    upcoming: events.filter((event) => end(event) > now).sort((a, b) => start(a) - start(b)),
    past: events.filter((event) => end(event) <= now).sort((a, b) => start(b) - start(a)),
  };
}
