import type { RequestContext } from "../context.ts";
import { verifyDoorJwt } from "../invitations/door-code/door-jwt.ts";
import { isShortCode, verifyShortCode } from "../invitations/door-code/short-code.ts";
import { AppError } from "../kernel/errors.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import type { DoorCaller } from "./devices/door-caller.ts";

/** Longer than any code of this service. A longer text is rejected before its signature is checked. */
const MAX_CODE_LENGTH = 1_024;

/** The guest that a request at the door names. */
export interface GuestKey {
  guestId: string;
  /** The last hex digits of the ID of the link that the code was made for. Null for a guest chosen by ID. */
  linkEnding: string | null;
  /** True for a JWT, which expires earlier than a short code (`isCodeExpired`). */
  isJwt: boolean;
}

/**
 * Returns the guest that is to be checked in or previewed: the one of a scanned code, or one chosen by ID. A code only names
 * the guest and the link. The guest's RSVP, the current link and the event's times are read from the database.
 * @throws AppError 400 `invalid_qr` or `wrong_event`; before these, what `authorizeAtDoor` throws
 */
export async function identifyGuest(
  ctx: RequestContext,
  caller: DoorCaller,
  { qrToken, guestId }: { qrToken?: string | undefined; guestId?: string | undefined },
): Promise<GuestKey> {
  if (qrToken === undefined) return { guestId: guestId ?? "", linkEnding: null, isJwt: false };
  try {
    return await verifyCode(ctx, caller.eventId, qrToken);
  } catch (error) {
    // A code that names no guest counts as a scan of the device, too.
    await authorizeAtDoor(ctx, caller, {});
    throw error;
  }
}

async function verifyCode({ keyring }: RequestContext, eventId: string, text: string): Promise<GuestKey> {
  if (text.length > MAX_CODE_LENGTH) throw new AppError("invalid_qr");
  if (isShortCode(text)) {
    const named = await verifyShortCode(await keyring.keysFor("door_code"), text);
    if (named === null) throw new AppError("invalid_qr");
    if (!eventId.endsWith(named.eventEnding)) throw new AppError("wrong_event");
    return { guestId: named.guestId, linkEnding: named.linkEnding, isJwt: false };
  }
  const claims = await verifyDoorJwt(await keyring.keysFor("door_jwt"), text);
  if (claims === null) throw new AppError("invalid_qr");
  if (claims.eventId !== eventId) throw new AppError("wrong_event");
  return { guestId: claims.guestId, linkEnding: claims.linkEnding, isJwt: true };
}
