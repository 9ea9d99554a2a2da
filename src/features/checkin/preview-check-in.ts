import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type OpenedDoorCode, openDoorCode } from "./door-code.ts";
import { type DoorReason, doorReasons, needsOverride } from "./door-state.ts";
import type { NamedCheckIn } from "./present.ts";
import { type DoorGuest, findCheckIn, findDoorGuest } from "./queries.ts";
import type { PreviewInput } from "./schemas.ts";

/** A guest as the person at the door should see them before they come in. */
export interface Preview {
  guest: DoorGuest;
  reasons: DoorReason[];
  needsOverride: boolean;
  /** The arrival, when the guest is in already. */
  checkIn: NamedCheckIn | null;
}

/**
 * Tells who stands at the door, and what speaks against letting them in. One trip.
 * @throws AppError 400 `invalid_qr` or `wrong_event`, 410 `qr_expired`, 404 for a guest who is not on the list
 */
export async function previewCheckIn(ctx: RequestContext, caller: EventCaller, input: PreviewInput): Promise<Preview> {
  const key = await doorKey(ctx, caller.eventId, input);
  const { db } = ctx;
  const {
    guest: [guest],
    known: [known],
  } = await authorizeMember(ctx, caller, {
    guest: findDoorGuest(db, caller.eventId, key.guestId),
    known: findCheckIn(db, caller.eventId, key.guestId),
  });
  if (guest === undefined) throw notFound();
  const reasons = doorReasons(guest, key.code);
  const checkIn = known === undefined ? null : { ...known, guestName: guest.guest.name };
  return { guest, reasons, needsOverride: needsOverride(reasons), checkIn };
}

/** Who is meant: the guest of a scanned code, or one that was picked by id. */
export async function doorKey(
  ctx: RequestContext,
  eventId: string,
  input: PreviewInput,
): Promise<{ guestId: string; code: OpenedDoorCode | null }> {
  if (input.qrToken === undefined) return { guestId: input.guestId ?? "", code: null };
  const code = await openDoorCode(ctx, input.qrToken, eventId);
  return { guestId: code.guestId, code };
}
