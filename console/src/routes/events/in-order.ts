import type { Event as ApiEvent } from "@usher/client";
import { eventWindow } from "../../../../src/kernel/event-window.ts";

type EventTimes = Pick<ApiEvent, "event_date" | "end_time">;

/** The end of an event in epoch milliseconds. Without an end time it is assumed. */
export function endOf({ event_date, end_time }: EventTimes): number {
  const endTime = end_time === null ? null : Date.parse(end_time);
  return eventWindow({ eventDate: Date.parse(event_date), endTime }).endsAt;
}

/** Splits events into upcoming, the next first, and past, the latest first. @param now epoch milliseconds */
export function inOrder<Event extends EventTimes>(
  events: readonly Event[],
  now: number,
): { upcoming: Event[]; past: Event[] } {
  const start = (event: Event) => Date.parse(event.event_date);
  return {
    upcoming: events.filter((event) => endOf(event) > now).sort((a, b) => start(a) - start(b)),
    past: events.filter((event) => endOf(event) <= now).sort((a, b) => start(b) - start(a)),
  };
}
