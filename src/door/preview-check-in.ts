import type { RequestContext } from "../context.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import { type DoorReason, doorReasons } from "./door-reasons.ts";
import type { DoorGuest, NamedCheckIn } from "./queries.ts";
import { identifyGuest, readDoorGuest, requireDoorOpen } from "./read-door-guest.ts";
import type { PreviewInput } from "./schemas.ts";

/**
 * Returns the guest at the door and the reasons against a check-in. Does not check the guest in. One database call.
 * @returns `checkIn`: the guest's check-in, if the guest is already inside
 * @throws AppError 400 `invalid_qr` or `wrong_event`, 410 `qr_expired`, 409 `event_cancelled`, 404 for a guest who is
 *   not on the list
 */
export async function previewCheckIn(
  ctx: RequestContext,
  caller: DoorCaller,
  input: PreviewInput,
): Promise<{ guest: DoorGuest; reasons: DoorReason[]; checkIn: NamedCheckIn | null }> {
  const key = await identifyGuest(ctx, caller, input);
  const { guest, checkIn } = await readDoorGuest(ctx, caller, key.guestId);
  requireDoorOpen(guest, key, ctx.clock.now());
  return { guest, reasons: doorReasons(guest, key), checkIn };
}
