import { HOUR_MS } from "../kernel/clock.ts";
import { invalidField } from "../kernel/errors.ts";

/** How long before the event the doors open, unless the host chose a time. */
const DOOR_LEAD_MS = 2 * HOUR_MS;

/** The times of an event, in epoch milliseconds. */
export interface EventTimes {
  eventDate: number;
  endTime: number | null;
  rsvpDeadline: number | null;
  doorOpensAt: number | null;
}

/** @throws AppError 400 `validation_failed` for times that contradict each other */
export function validateTimes({ eventDate, endTime, rsvpDeadline, doorOpensAt }: EventTimes): void {
  if (endTime !== null && endTime <= eventDate) throw invalidField("end_time", "must be after event_date");
  if (rsvpDeadline !== null && rsvpDeadline > eventDate) {
    throw invalidField("rsvp_deadline", "must not be after event_date");
  }
  if (doorOpensAt !== null && doorOpensAt > (endTime ?? eventDate)) {
    throw invalidField("door_opens_at", "must not be after the event");
  }
}

/** When guests may come (epoch milliseconds). */
export function doorOpensAt({ eventDate, doorOpensAt }: Pick<EventTimes, "eventDate" | "doorOpensAt">): number {
  return doorOpensAt ?? eventDate - DOOR_LEAD_MS;
}
