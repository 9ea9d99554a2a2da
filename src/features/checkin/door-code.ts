import encodeQR from "qr";
import { fromBase64Url, toBase64Url } from "../../kernel/bytes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { idToBytes } from "../../kernel/ids.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeAtDoor } from "../door-devices/authorize-at-door.ts";
import type { DoorCaller } from "../door-devices/door-caller.ts";
import type { DoorGuest } from "./queries.ts";

/** The `aud` claim, so that no other JWT of the service passes for a door code; the signing key is separate too. */
const AUDIENCE = "door";
/** A code is valid until 24 h after the event's start, because guests arrive late. */
const VALID_AFTER_START_MS = DAY_MS;
/** The last 6 bytes of the link's id, all of them random: enough to tell the current link from a replaced one. */
const LINK_ENDING_BYTES = 6;
/** Error correction level M restores 15 % of the code; ISO/IEC 18004 requires a quiet zone of four modules. */
const QR = { ecc: "medium", encoding: "byte", border: 4 } as const;
const PIXELS_PER_MODULE = 4;
/** Longer than any code of this service; a longer text is refused before its signature is checked. */
const MAX_CODE_LENGTH = 1_024;

/** What the person at the door should know before letting a guest in. */
export const DOOR_REASONS = ["declined", "link_replaced", "maybe", "no_answer"] as const;

export type DoorReason = (typeof DOOR_REASONS)[number];

/** Reasons that need `override`. The others are shown and do not prevent a check-in. */
const NEED_OVERRIDE: readonly DoorReason[] = ["declined", "link_replaced"];

/** A guest's door code. */
export interface DoorCode {
  /** The signed JWT inside the QR code. */
  token: string;
  /** The QR code as PNG, base64. */
  png: string;
}

/** The guest that a request at the door names. */
export interface GuestKey {
  guestId: string;
  /** The last 12 hex digits of the id of the link that the code was made for; null for a guest chosen by id. */
  linkEnding: string | null;
}

/**
 * The door code of a guest: a JWT with `event_id`, `guest_id`, `exp` and the end of the link's id as `jti`, and nothing
 * else, because every character makes the QR code harder to scan. The code stays the same until the event's date or the
 * link changes, so an isolate renders it once.
 * @param event `eventDate` in epoch milliseconds
 */
export async function doorCodeFor(
  ctx: Pick<RequestContext, "keyring" | "doorCodes" | "images">,
  event: { id: string; eventDate: number },
  guest: { id: string; tokenId: string },
): Promise<DoorCode> {
  const linkEnding = idToBytes(guest.tokenId).subarray(-LINK_ENDING_BYTES);
  const token = await signJwt(await ctx.keyring.keysFor("door_code"), {
    audience: AUDIENCE,
    expiresAt: Math.floor((event.eventDate + VALID_AFTER_START_MS) / 1000),
    claims: { event_id: event.id, guest_id: guest.id, jti: toBase64Url(linkEnding) },
  });
  const rendered = ctx.doorCodes.get(token);
  if (rendered !== undefined) return { token, png: rendered };
  const modules = encodeQR(token, "raw", QR);
  const png = ctx.images.bilevel(modules, PIXELS_PER_MODULE).toBase64();
  ctx.doorCodes.set(token, png);
  return { token, png };
}

/**
 * The guest that is to be checked in or previewed: the one of a scanned code, or one chosen by id. A code only names the
 * guest and the link; the guest's answer and current link are read from the database.
 * @throws AppError 400 `invalid_qr` or `wrong_event`, 410 `qr_expired`; before these, what `authorizeAtDoor` throws
 */
export async function identifyGuest(
  ctx: RequestContext,
  caller: DoorCaller,
  { qrToken, guestId }: { qrToken?: string | undefined; guestId?: string | undefined },
): Promise<GuestKey> {
  if (qrToken === undefined) return { guestId: guestId ?? "", linkEnding: null };
  try {
    return await openDoorCode(ctx, caller.eventId, qrToken);
  } catch (error) {
    // A code that names nobody is a scan of the device, too.
    await authorizeAtDoor(ctx, caller, {});
    throw error;
  }
}

async function openDoorCode(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  eventId: string,
  text: string,
): Promise<GuestKey> {
  if (text.length > MAX_CODE_LENGTH) throw new AppError("invalid_qr");
  const expected = { audience: AUDIENCE, requiredClaims: ["event_id", "guest_id", "jti"], now: ctx.clock.now() };
  const opened = await verifyJwt(await ctx.keyring.keysFor("door_code"), text, expected);
  if (opened.status === "expired") throw new AppError("qr_expired");
  if (opened.status === "invalid") throw new AppError("invalid_qr");
  const { event_id, guest_id, jti } = opened.claims;
  if (event_id !== eventId) throw new AppError("wrong_event");
  const linkEnding = typeof jti === "string" ? fromBase64Url(jti) : null;
  if (typeof guest_id !== "string" || linkEnding === null) throw new AppError("invalid_qr");
  return { guestId: guest_id, linkEnding: linkEnding.toHex() };
}

/** The reasons against letting a guest in, by the guest's current answer and link. */
export function doorReasons(guest: DoorGuest, { linkEnding }: GuestKey): DoorReason[] {
  const reasons: DoorReason[] = [];
  if (guest.response === "declined") reasons.push("declined");
  if (linkEnding !== null && guest.tokenId?.endsWith(linkEnding) !== true) reasons.push("link_replaced");
  if (guest.response === "maybe") reasons.push("maybe");
  if (guest.response === null) reasons.push("no_answer");
  return reasons;
}

/** Whether one of the reasons needs a person's decision. */
export function needsOverride(reasons: readonly DoorReason[]): boolean {
  return reasons.some((reason) => NEED_OVERRIDE.includes(reason));
}
