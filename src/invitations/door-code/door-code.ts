import encodeQR from "qr";
import type { RequestContext } from "../../context.ts";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { DOOR_CLOSES_AFTER_MS } from "../../kernel/event-window.ts";
import type { Keyring, PurposeKeys } from "../../kernel/keyring.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import { type NamedByCode, readShortCode, signShortCode } from "./short-code.ts";

/** The `aud` claim, so that no session or ticket is accepted as a door code. The signing key is also separate. */
const AUDIENCE = "door";

export interface DoorClaims extends NamedByCode {
  eventId: string;
}

/**
 * Signs a door code as a JWT with `event_id`, `guest_id`, `exp` (24 hours after the event's date) and `jti`, which is the
 * guest's short code. The same claims give the same text.
 * @param event.eventDate epoch milliseconds
 */
function signDoorJwt(
  keys: PurposeKeys,
  event: { id: string; eventDate: number },
  guest: { id: string; shortCode: string },
): Promise<string> {
  return signJwt(keys, {
    audience: AUDIENCE,
    expiresAt: Math.floor((event.eventDate + DOOR_CLOSES_AFTER_MS) / 1000),
    claims: { event_id: event.id, guest_id: guest.id, jti: guest.shortCode },
  });
}

/**
 * Returns the claims of a door code, or null for any other text. Accepts one whose `exp` is past: the event may have been
 * moved, so its current date decides.
 */
export async function verifyDoorJwt(keys: PurposeKeys, text: string): Promise<DoorClaims | null> {
  const expected = { audience: AUDIENCE, requiredClaims: ["exp", "event_id", "guest_id", "jti"], now: null };
  const verified = await verifyJwt(keys, text, expected);
  if (verified.status !== "valid") return null;
  const { event_id: eventId, guest_id: guestId, jti } = verified.claims;
  const named = typeof jti === "string" ? readShortCode(jti) : null;
  if (typeof eventId !== "string" || named === null || named.guestId !== guestId) return null;
  return { ...named, eventId };
}

/** ISO/IEC 18004 requires a quiet zone of four modules. */
const BORDER = 4;

/**
 * Error correction level Q restores a quarter of the code, such as what a cracked screen hides. 43 characters fit into
 * version 4 (33 modules a side) with it.
 */
const SHORT_QR = { ecc: "quartile", encoding: "byte", version: 4, border: BORDER, pixelsPerModule: 8 } as const;

/** Level M restores 15 %. The 327 characters of a JWT fit into version 14 (73 modules a side) with it. */
const JWT_QR = { ecc: "medium", encoding: "byte", version: 14, border: BORDER, pixelsPerModule: 4 } as const;

/** A door code as text and as a QR code. */
export interface DoorCode {
  token: string;
  /** The QR code as PNG, base64. */
  png: string;
}

/** The guest whose door code is made, by the current link. */
export interface DoorCodeSubject {
  event: { id: string; eventDate: number };
  guest: { id: string; tokenId: string };
}

interface Signing {
  keyring: Keyring;
}

type Rendering = Pick<RequestContext, "keyring" | "images" | "shared">;

/** About 1.5 KB each. */
const MAX_RENDERED_CODES = 5_000;

/** Creates an isolate's cache of door codes. Rendering one costs more than all else that a guest's request does. */
const createDoorCodes = (): BoundedMap<string, DoorCode> => new BoundedMap(MAX_RENDERED_CODES);

/** Signs the short door code of a guest (`signShortCode`). It is unchanged until the guest gets another link. */
export async function shortCodeFor({ keyring }: Signing, { event, guest }: DoorCodeSubject): Promise<string> {
  const names = { eventId: event.id, guestId: guest.id, tokenId: guest.tokenId };
  return signShortCode(await keyring.keysFor("door_code"), names);
}

/**
 * Returns the short door code of a guest with its picture, for pages, emails and the console. An isolate renders it
 * once.
 */
export async function shortDoorCodeFor(ctx: Rendering, subject: DoorCodeSubject): Promise<DoorCode> {
  const token = await shortCodeFor(ctx, subject);
  return cached(ctx, token, async () => ({ token, png: render(ctx, token, SHORT_QR) }));
}

/** Returns the door code of a guest as a JWT with its picture: for the API. An isolate signs and renders it once. */
export async function jwtDoorCodeFor(ctx: Rendering, subject: DoorCodeSubject): Promise<DoorCode> {
  const { event, guest } = subject;
  const shortCode = await shortCodeFor(ctx, subject);
  return cached(ctx, `${shortCode} ${event.eventDate}`, async () => {
    const token = await signDoorJwt(await ctx.keyring.keysFor("door_jwt"), event, { id: guest.id, shortCode });
    return { token, png: render(ctx, token, JWT_QR) };
  });
}

async function cached({ shared }: Rendering, key: string, make: () => Promise<DoorCode>): Promise<DoorCode> {
  const doorCodes = shared(createDoorCodes);
  const known = doorCodes.get(key);
  if (known !== undefined) return known;
  const made = await make();
  doorCodes.set(key, made);
  return made;
}

function render({ images }: Rendering, text: string, qr: typeof SHORT_QR | typeof JWT_QR): string {
  const { pixelsPerModule, ...options } = qr;
  return images.bilevel(encodeQR(text, "raw", options), pixelsPerModule).toBase64();
}

/** Both forms of a guest's door code. */
export interface DoorCodes {
  jwt: DoorCode;
  short: DoorCode;
}
