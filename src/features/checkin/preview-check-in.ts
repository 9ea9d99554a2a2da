import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeAtDoor } from "../door-devices/authorize-at-door.ts";
import type { DoorCaller } from "../door-devices/door-caller.ts";
import { type DoorReason, doorReasons, identifyGuest } from "./door-code.ts";
import { type DoorGuest, findCheckIn, findDoorGuest, type NamedCheckIn } from "./queries.ts";
import type { PreviewInput } from "./schemas.ts";

/**
 * Reads who is at the door and the reasons against letting them in; checks nobody in. One database call.
 * @returns `checkIn`: the guest's check-in, when the guest is in already
 * @throws AppError 400 `invalid_qr` or `wrong_event`, 410 `qr_expired`, 404 for a guest who is not on the list
 */
export async function previewCheckIn(
  ctx: RequestContext,
  caller: DoorCaller,
  input: PreviewInput,
): Promise<{ guest: DoorGuest; reasons: DoorReason[]; checkIn: NamedCheckIn | null }> {
  const key = await identifyGuest(ctx, caller.eventId, input);
  const { db } = ctx;
  const {
    guest: [guest],
    recorded: [recorded],
  } = await authorizeAtDoor(ctx, caller, {
    guest: findDoorGuest(db, caller.eventId, key.guestId),
    recorded: findCheckIn(db, caller.eventId, key.guestId),
  });
  if (guest === undefined) throw notFound();
  const checkIn = recorded === undefined ? null : { ...recorded, guestName: guest.guest.name };
  return { guest, reasons: doorReasons(guest, key), checkIn };
}
