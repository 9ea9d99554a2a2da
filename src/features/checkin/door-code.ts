import encodeQR from "qr";
import { fromBase64Url, toBase64Url } from "../../kernel/bytes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { idToBytes } from "../../kernel/ids.ts";
import { openJwt, signJwt } from "../../kernel/signed-jwt.ts";
import type { RequestContext } from "../../request-context.ts";

/** Separates a door code from every other JWT of the service, beside the key that is its own. */
const AUDIENCE = "door";
/** A code opens the door until a day after the event began: a party may go on. */
const LIFE_AFTER_EVENT_MS = DAY_MS;
/** Enough of the link's id to tell the guest's present link from one that was replaced; random bits are at its end. */
const LINK_MARK_BYTES = 6;
/**
 * 15 % of the code may be lost, to a scratched screen or a thumb; ISO/IEC 18004 asks for four modules of light around it.
 */
const QR = { ecc: "medium", encoding: "byte", border: 4 } as const;
const PIXELS_A_MODULE = 4;
/** No code of ours is longer; a longer text is not worth a signature check. */
const MAX_CODE_LENGTH = 1_024;

/** What a guest shows at the door. */
export interface DoorCode {
  /** The signed JWT inside the QR code. */
  token: string;
  /** The QR code as PNG, base64. */
  png: string;
}

/** A guest's code as the door reads it. */
export interface OpenedDoorCode {
  guestId: string;
  /** The last 12 hex digits of the id of the link that the code was made for. */
  linkEnding: string;
}

/**
 * The door code of a guest: a JWT with `event_id`, `guest_id`, an expiry and the mark of the link, and nothing else,
 * because every character makes the QR code harder to scan. The same guest gets the same code until the event's date
 * or the link changes, so the picture is drawn once.
 * @param event `eventDate` in epoch milliseconds
 */
export async function doorCodeFor(
  ctx: Pick<RequestContext, "keyring" | "doorCodes" | "images">,
  event: { id: string; eventDate: number },
  guest: { id: string; tokenId: string },
): Promise<DoorCode> {
  const linkMark = idToBytes(guest.tokenId).subarray(-LINK_MARK_BYTES);
  const token = await signJwt(await ctx.keyring.keysFor("door_code"), {
    audience: AUDIENCE,
    expiresAt: Math.floor((event.eventDate + LIFE_AFTER_EVENT_MS) / 1000),
    claims: { event_id: event.id, guest_id: guest.id, jti: toBase64Url(linkMark) },
  });
  const drawn = ctx.doorCodes.get(token);
  if (drawn !== undefined) return { token, png: drawn };
  const modules = encodeQR(token, "raw", QR);
  const png = ctx.images.bilevel(modules, PIXELS_A_MODULE).toBase64();
  ctx.doorCodes.set(token, png);
  return { token, png };
}

/**
 * Opens a scanned code. It is only a key: whether its guest comes, and by which link, is read afresh.
 * @throws AppError 400 `invalid_qr` or `wrong_event`, 410 `qr_expired`
 */
export async function openDoorCode(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  text: string,
  eventId: string,
): Promise<OpenedDoorCode> {
  if (text.length > MAX_CODE_LENGTH) throw invalidQr();
  const expected = { audience: AUDIENCE, requiredClaims: ["event_id", "guest_id", "jti"], now: ctx.clock.now() };
  const opened = await openJwt(await ctx.keyring.keysFor("door_code"), text, expected);
  if (opened.status === "expired") throw qrExpired();
  if (opened.status === "invalid") throw invalidQr();
  const { event_id, guest_id, jti } = opened.claims;
  if (event_id !== eventId) throw wrongEvent();
  const linkMark = typeof jti === "string" ? fromBase64Url(jti) : null;
  if (typeof guest_id !== "string" || linkMark === null) throw invalidQr();
  return { guestId: guest_id, linkEnding: linkMark.toHex() };
}

/** 400: not a code of ours, or one that was tampered with. */
function invalidQr(): AppError {
  return new AppError("invalid_qr");
}

/** 400: a good code, for another event. */
function wrongEvent(): AppError {
  return new AppError("wrong_event");
}

/** 410: the event is over. */
function qrExpired(): AppError {
  return new AppError("qr_expired");
}
