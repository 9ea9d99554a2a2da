/** How long an event lasts that has no end, as the API has it. Milliseconds. */
const LASTS_MS = 12 * 3_600_000;

interface Timed {
  event_date: string;
  end_time: string | null;
}

/** Events to come, the next one first; then those that are over, the latest first. @param now epoch milliseconds */
export function inOrder<Event extends Timed>(
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
