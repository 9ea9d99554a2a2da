import { DAY_MS, HOUR_MS } from "./clock.ts";

/** The door opens this long before the event begins, because a team arrives hours before its guests. */
export const DOOR_OPENS_BEFORE_MS = 12 * HOUR_MS;
/** It closes this long after the event's end: a phone without a network may send its scans the day after. */
export const DOOR_CLOSES_AFTER_MS = DAY_MS;

/** The times of an event, epoch milliseconds. An event without an end ends as it begins. */
export interface EventTimes {
  eventDate: number;
  endTime: number | null;
}

/** When the door of an event opens and closes, epoch milliseconds. */
export interface DoorWindow {
  opensAt: number;
  closesAt: number;
}

/** The time in which named door devices work, and walk-ins may exceed the tier's guest limit. */
export function doorWindow({ eventDate, endTime }: EventTimes): DoorWindow {
  return { opensAt: eventDate - DOOR_OPENS_BEFORE_MS, closesAt: (endTime ?? eventDate) + DOOR_CLOSES_AFTER_MS };
}

/** Whether the door is open at a moment. */
export function isDoorOpen(event: EventTimes, now: number): boolean {
  const { opensAt, closesAt } = doorWindow(event);
  return now >= opensAt && now < closesAt;
}
