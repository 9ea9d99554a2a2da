import type { RequestContext } from "../context.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import type { EventTimes } from "../kernel/event-window.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import type { GuestKey } from "./identify-guest.ts";
import { findCheckIn, type NamedCheckIn } from "./insert-queries.ts";
import { type DoorGuest, findDoorGuest } from "./queries.ts";

/**
 * Reads a guest of the caller's event as the door sees them, and the check-in if there is one. One database call.
 * @throws AppError 404 for a guest who is not on the list; what `authorizeAtDoor` throws
 */
export async function readDoorGuest(
  ctx: RequestContext,
  caller: DoorCaller,
  guestId: string,
): Promise<{ guest: DoorGuest; checkIn: NamedCheckIn | null }> {
  const { db } = ctx;
  const {
    guest: [guest],
    recorded: [recorded],
  } = await authorizeAtDoor(ctx, caller, {
    guest: findDoorGuest(db, caller.eventId, guestId),
    recorded: findCheckIn(db, caller.eventId, guestId),
  });
  if (guest === undefined) throw notFound();
  return { guest, checkIn: recorded ?? null };
}

/**
 * What no override helps against.
 * @throws AppError 409 `event_cancelled`, 410 `qr_expired` for a code that is too old
 */
export function requireDoorOpen(guest: DoorGuest, { linkEnding, isJwt }: GuestKey, now: number): void {
  if (guest.cancelledAt !== null) throw eventCancelled();
  if (linkEnding !== null && isCodeExpired(guest, isJwt, now)) throw new AppError("qr_expired");
}

/** 409 at the door of a cancelled event. */
export function eventCancelled(): AppError {
  return new AppError("event_cancelled", {}, "This event was cancelled, so nobody can be checked in.");
}

/**
 * True if a code is too old by the event's current times. A JWT is valid until 24 hours after the event's date, a short code
 * until 24 hours after its end. The insert of a check-in has the same rule in SQL.
 * @param now epoch milliseconds
 */
function isCodeExpired({ eventDate, endTime }: EventTimes, isJwt: boolean, now: number): boolean {
  return now >= eventWindow({ eventDate, endTime: isJwt ? null : endTime }).closesAt;
}
