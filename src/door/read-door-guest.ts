import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { standingOf } from "../db/standing.ts";
import { verifyDoorJwt } from "../invitations/door-code/door-code.ts";
import { isShortCode, verifyShortCode } from "../invitations/door-code/short-code.ts";
import { type DoorReason, doorReasons } from "../kernel/door-reasons.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { type EventTimes, eventWindow } from "../kernel/event-window.ts";
import type { Standing } from "../kernel/rsvp.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import { type DoorGuest, findCheckIn, findDoorGuest, type NamedCheckIn } from "./queries.ts";
import type { PreviewInput } from "./schemas.ts";

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

/**
 * Reads a guest of the caller's event as the door sees them, and the check-in if there is one. One database call.
 * @throws AppError 404 for a guest who is not on the list; errors of `authorizeAtDoor`
 */
export async function readDoorGuest(
  ctx: RequestContext,
  caller: DoorCaller,
  guestId: string,
): Promise<{ guest: DoorGuest; checkIn: NamedCheckIn | null }> {
  const { db } = ctx;
  const { guest, recorded } = await authorizeAtDoor(ctx, caller, {
    guest: one(findDoorGuest(db, caller.eventId, guestId)),
    recorded: one(findCheckIn(db, caller.eventId, guestId)),
  });
  if (guest === undefined) throw notFound();
  return { guest, checkIn: recorded ?? null };
}

/**
 * Requires that the event is not cancelled and the code is not too old. An override changes neither.
 * @throws AppError 409 `event_cancelled`, 410 `qr_expired` for a code that is too old
 */
export function requireDoorOpen(guest: DoorGuest, { linkEnding, isJwt }: GuestKey, now: number): void {
  if (guest.cancelledAt !== null) throw eventCancelled();
  if (linkEnding !== null && isCodeExpired(guest, isJwt, now)) throw new AppError("qr_expired");
}

/** Returns the reasons against checking a guest in with a code. */
export function reasonsOf(
  guest: DoorGuest,
  { linkEnding }: GuestKey,
  checkIn: NamedCheckIn | null,
  now: number,
): DoorReason[] {
  const isLinkReplaced = linkEnding !== null && guest.tokenId?.endsWith(linkEnding) !== true;
  const isReplyUndone = linkEnding !== null && guest.isReplyUndone;
  return doorReasons(standingAtDoor(guest, checkIn, now), { isLinkReplaced, isReplyUndone });
}

function standingAtDoor(guest: DoorGuest, checkIn: NamedCheckIn | null, now: number): Standing {
  return standingOf({ ...guest, walkIn: checkIn?.checkIn.walkIn === true }, now);
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
): Promise<{ guest: DoorGuest; standing: Standing; reasons: DoorReason[]; checkIn: NamedCheckIn | null }> {
  const key = await identifyGuest(ctx, caller, input);
  const { guest, checkIn } = await readDoorGuest(ctx, caller, key.guestId);
  const now = ctx.clock.now();
  requireDoorOpen(guest, key, now);
  return {
    guest,
    standing: standingAtDoor(guest, checkIn, now),
    reasons: reasonsOf(guest, key, checkIn, now),
    checkIn,
  };
}
