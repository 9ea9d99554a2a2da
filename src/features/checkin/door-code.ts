import encodeQR from "qr";
import { fromBase64Url } from "../../kernel/bytes.ts";
import { AppError } from "../../kernel/errors.ts";
import { verifyJwt } from "../../kernel/signed-jwt.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeAtDoor } from "../door-devices/authorize-at-door.ts";
import type { DoorCaller } from "../door-devices/door-caller.ts";
import { isSealedCode, openSealedCode, sealCode } from "./sealed-code.ts";

/** The `aud` claim of codes from before they were sealed: JWTs with `event_id`, `guest_id`, `exp` and `jti`. */
const AUDIENCE = "door";
/**
 * Error correction level Q restores a quarter of the code, such as what a cracked screen hides. 43 characters fit into
 * version 4 (33 modules a side) with it; ISO/IEC 18004 requires a quiet zone of four modules.
 */
const QR = { ecc: "quartile", encoding: "byte", version: 4, border: 4 } as const;
const PIXELS_PER_MODULE = 8;
/** Longer than any code of this service; a longer text is refused before its signature is checked. */
const MAX_CODE_LENGTH = 1_024;

/** A guest's door code. */
export interface DoorCode {
  /** The text of the QR code: 43 characters, signed. */
  token: string;
  /** The QR code as PNG, base64. */
  png: string;
}

/** The guest that a request at the door names. */
export interface GuestKey {
  guestId: string;
  /** The last hex digits of the id of the link that the code was made for; null for a guest chosen by id. */
  linkEnding: string | null;
}

/**
 * The door code of a guest: a sealed id (`sealCode`), which stays the same until the guest gets another link. So an
 * isolate renders it once. How long it is good for, the door asks the event.
 */
export async function doorCodeFor(
  ctx: Pick<RequestContext, "keyring" | "doorCodes" | "images">,
  event: { id: string },
  guest: { id: string; tokenId: string },
): Promise<DoorCode> {
  const names = { eventId: event.id, guestId: guest.id, tokenId: guest.tokenId };
  const token = await sealCode(await ctx.keyring.keysFor("door_code"), names);
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
 * Whether a sealed code is too old, the caller asks the event (`isCodeExpired`).
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
  if (!isSealedCode(text)) return openJwt(ctx, eventId, text);
  const opened = await openSealedCode(await ctx.keyring.keysFor("door_code"), text);
  if (opened === null) throw new AppError("invalid_qr");
  if (!eventId.endsWith(opened.eventEnding)) throw new AppError("wrong_event");
  return opened;
}

async function openJwt(ctx: Pick<RequestContext, "keyring" | "clock">, eventId: string, text: string) {
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
