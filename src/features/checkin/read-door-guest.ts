import { AppError, notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeAtDoor } from "../door-devices/authorize-at-door.ts";
import type { DoorCaller } from "../door-devices/door-caller.ts";
import type { GuestKey } from "./door-code.ts";
import { findDoor } from "./door-list-queries.ts";
import { isCodeExpired } from "./door-reasons.ts";
import { findCheckIn, type NamedCheckIn } from "./insert-queries.ts";
import { type DoorGuest, findDoorGuest } from "./queries.ts";

/**
 * Reads a guest of the caller's event as the door sees them, and the check-in if there is one, with the name of its
 * door device if it has one. One database call.
 * @throws AppError 404 for a guest who is not on the list; what `authorizeAtDoor` throws
 */
export async function readDoorGuest(
  ctx: RequestContext,
  caller: DoorCaller,
  guestId: string,
): Promise<{ guest: DoorGuest; checkIn: NamedCheckIn | null; door: string | null }> {
  const { db } = ctx;
  const {
    guest: [guest],
    recorded: [recorded],
    door: [door],
  } = await authorizeAtDoor(ctx, caller, {
    guest: findDoorGuest(db, caller.eventId, guestId),
    recorded: findCheckIn(db, caller.eventId, guestId),
    door: findDoor(db, caller.eventId, guestId),
  });
  if (guest === undefined) throw notFound();
  return { guest, checkIn: recorded ?? null, door: door?.name ?? null };
}

/**
 * What no override helps against.
 * @throws AppError 409 `event_cancelled`, 410 `qr_expired` for a code after the event
 */
export function requireDoorOpen(guest: DoorGuest, { linkEnding }: GuestKey, now: number): void {
  if (guest.cancelledAt !== null) throw eventCancelled();
  if (linkEnding !== null && isCodeExpired(guest, now)) throw new AppError("qr_expired");
}

/** 409 at the door of a cancelled event. */
export function eventCancelled(): AppError {
  return new AppError("event_cancelled", {}, "This event was cancelled, so nobody can be checked in.");
}
