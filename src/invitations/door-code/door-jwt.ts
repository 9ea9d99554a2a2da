import { DOOR_CLOSES_AFTER_MS } from "../../kernel/event-window.ts";
import type { PurposeKeys } from "../../kernel/keyring.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import { type NamedByCode, readShortCode } from "./short-code.ts";

/** The `aud` claim, so that no session and no ticket passes for a door code; the signing key is separate too. */
const AUDIENCE = "door";

/** The claims of a door code. */
export interface DoorClaims extends NamedByCode {
  eventId: string;
}

/**
 * Signs a door code as a JWT with `event_id`, `guest_id`, `exp` (24 hours after the event's date) and `jti`, which is the
 * guest's short code. The same claims give the same text.
 * @param event.eventDate epoch milliseconds
 */
export function signDoorJwt(
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
