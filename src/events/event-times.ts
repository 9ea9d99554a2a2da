import type { EventRow } from "../db/schema/events.ts";
import { presenterOf } from "../http/present.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import { invalidField } from "../kernel/errors.ts";
import { shardOf } from "../kernel/ids.ts";
import { type Regions, regionOfShard } from "../kernel/regions.ts";
import type { Role } from "../platform/authorization/caller.ts";
import { thresholdsOf } from "../platform/risk-bands/bands.ts";
import type { Notified } from "../sending/notify.ts";
import { textCountries } from "../sending/text-rules.ts";
import { Event } from "./schemas.ts";

/** Time before the event at which the doors open, unless the host chose a time. */
const DOOR_LEAD_MS = 2 * HOUR_MS;

/** The times of an event, in epoch milliseconds. */
export type EventTimes = Pick<EventRow, "eventDate" | "endTime" | "rsvpDeadline" | "doorOpensAt">;

/** @throws AppError 400 `validation_failed` for times that contradict each other */
export function validateTimes({ eventDate, endTime, rsvpDeadline, doorOpensAt }: EventTimes): void {
  if (endTime !== null && endTime <= eventDate) throw invalidField("end_time", "must be after the start of the event");
  if (rsvpDeadline !== null && rsvpDeadline > eventDate) {
    throw invalidField("rsvp_deadline", "must not be after the start of the event");
  }
  if (doorOpensAt !== null && doorOpensAt > (endTime ?? eventDate)) {
    throw invalidField("door_opens_at", "must not be after the end of the event");
  }
}

/** Returns the time from which guests may come (epoch milliseconds). */
export function doorOpensAt({ eventDate, doorOpensAt }: Pick<EventTimes, "eventDate" | "doorOpensAt">): number {
  return doorOpensAt ?? eventDate - DOOR_LEAD_MS;
}

const present = presenterOf(Event);

/** Returns the API form of an event, for uses outside a route's response. */
export function presentEvent(...event: Parameters<typeof eventOf>) {
  return present(eventOf(...event));
}

/** A changed event, the caller's role on it, and whether its guests are notified. */
export interface EventOutcome {
  event: EventRow;
  role: Role;
  notice: Notified;
}

/** A changed event as the API returns it. */
export function changedEventOf({ event, role, notice }: EventOutcome, regions: Regions) {
  return { ...eventOf(event, role, regions), ...notice };
}

/** An event with the caller's role and the other fields of the API that its row does not have. */
export function eventOf(row: EventRow, role: Role, regions: Regions) {
  const { medium, high, block } = thresholdsOf(row);
  return {
    ...row,
    fraudMediumThreshold: medium,
    fraudHighThreshold: high,
    fraudBlockThreshold: block,
    status: row.cancelledAt === null ? ("scheduled" as const) : ("cancelled" as const),
    replyToVerified: row.replyToVerifiedAt !== null,
    doorOpensAt: doorOpensAt(row),
    smsCountries: textCountries(row),
    region: regionOfShard(regions, shardOf(row.id)).name,
    yourRole: role,
  };
}
