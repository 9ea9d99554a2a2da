import { toWire } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { type DoorCaller, hasRight, rightMissing } from "../door-devices/door-caller.ts";
import { doorReasons, needsOverride } from "./door-reasons.ts";
import type { GuestKey } from "./identify-guest.ts";
import type { NamedCheckIn } from "./insert-queries.ts";
import { readDoorGuest, requireDoorOpen } from "./read-door-guest.ts";
import { type CheckInInput, presentCheckIn, remainingOf } from "./schemas.ts";

/**
 * Reads why the insert of a check-in wrote nothing.
 * @returns the existing check-in when this very scan made it
 * @throws AppError the reason
 */
export async function explainRefusal(
  ctx: RequestContext,
  caller: DoorCaller,
  input: CheckInInput,
  key: GuestKey,
): Promise<NamedCheckIn> {
  const { guest, checkIn } = await readDoorGuest(ctx, caller, key.guestId);
  const isRepeated = input.nonce !== undefined && checkIn?.checkIn.nonce === input.nonce;
  if (checkIn !== null && isRepeated) return checkIn;
  requireDoorOpen(guest, key, ctx.clock.now());
  if (checkIn !== null) {
    const since = toWire(checkIn.checkIn.checkedInAt);
    const details = { check_in: presentCheckIn(checkIn), remaining: remainingOf(checkIn), door: checkIn.door };
    throw new AppError("already_checked_in", details, `This guest has been in since ${since}.`);
  }
  const reasons = doorReasons(guest, key);
  if (needsOverride(reasons) && !input.override) throw new AppError("needs_override", { reasons });
  const isOverCount = (input.arrivalCount ?? 0) > guest.expectedParty;
  if (isOverCount && !hasRight(caller, "override")) throw rightMissing("override");
  // Another guest's scan has the nonce, or the reason is gone since the insert: a new scan with a new nonce works.
  throw new AppError("nonce_reused");
}
