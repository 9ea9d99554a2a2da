import { toWire } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeAtDoor } from "../door-devices/authorize-at-door.ts";
import { type DoorCaller, hasRight, rightMissing } from "../door-devices/door-caller.ts";
import { doorReasons, type GuestKey, needsOverride } from "./door-code.ts";
import { findCheckIn, findDoorGuest, type NamedCheckIn } from "./queries.ts";
import { type CheckInInput, presentCheckIn } from "./schemas.ts";

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
  const { db } = ctx;
  const {
    guest: [guest],
    recorded: [recorded],
  } = await authorizeAtDoor(ctx, caller, {
    guest: findDoorGuest(db, caller.eventId, key.guestId),
    recorded: findCheckIn(db, caller.eventId, key.guestId),
  });
  if (guest === undefined) throw notFound();
  if (recorded !== undefined) {
    const first = { ...recorded, guestName: guest.guest.name };
    if (input.nonce !== undefined && recorded.checkIn.nonce === input.nonce) return first;
    const since = toWire(recorded.checkIn.checkedInAt);
    const details = { check_in: presentCheckIn(first) };
    throw new AppError("already_checked_in", details, `This guest has been in since ${since}.`);
  }
  const reasons = doorReasons(guest, key);
  if (needsOverride(reasons) && !input.override) throw new AppError("needs_override", { reasons });
  const isOverCount = (input.arrivalCount ?? 0) > guest.expectedParty;
  if (isOverCount && !hasRight(caller, "override")) throw rightMissing("override");
  // Another guest's scan has the nonce, or the reason is gone since the insert: a new scan with a new nonce works.
  throw new AppError("nonce_reused");
}
