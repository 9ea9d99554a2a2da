import { DAY_MS, HOUR_MS } from "./clock.ts";

/** Duration of an event without an end time: until the morning after a party. */
export const DEFAULT_EVENT_DURATION_MS = 12 * HOUR_MS;
/** The door opens this long before the event begins, because a team arrives hours before its guests. */
export const DOOR_OPENS_BEFORE_MS = 12 * HOUR_MS;
/** It closes this long after the event's end time: a phone without a network may send its scans the day after. */
export const DOOR_CLOSES_AFTER_MS = DAY_MS;

/** The times of an event that its host sets, epoch milliseconds. */
export interface EventTimes {
  eventDate: number;
  endTime: number | null;
}

/** Times at which the door of an event opens and closes, epoch milliseconds. */
export interface DoorWindow {
  opensAt: number;
  closesAt: number;
}

/** Times that are derived from an event's, epoch milliseconds. */
export interface EventWindow extends DoorWindow {
  /** End of the event: links accept no RSVP from then on, and no email with a link is sent. */
  endsAt: number;
}

/**
 * Returns when an event ends, and when its door opens and closes. Door devices work while the door is open, and walk-ins may exceed
 * the tier's guest limit. The door closes 24 hours after the end time, or after the event's date if it has none (the specification:
 * a door code is valid until the event's date and 24 hours). `src/db/event-window.ts` has the same rules as SQL.
 */
export function eventWindow({ eventDate, endTime }: EventTimes): EventWindow {
  return {
    endsAt: endTime ?? eventDate + DEFAULT_EVENT_DURATION_MS,
    opensAt: eventDate - DOOR_OPENS_BEFORE_MS,
    closesAt: (endTime ?? eventDate) + DOOR_CLOSES_AFTER_MS,
  };
}

/** True if the door is open at a time. */
export function isDoorOpen(event: EventTimes, now: number): boolean {
  const { opensAt, closesAt } = eventWindow(event);
  return now >= opensAt && now < closesAt;
}
