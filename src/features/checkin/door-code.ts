import { DAY_MS } from "../../kernel/clock.ts";
import { signJwt } from "../../kernel/signed-jwt.ts";
import type { Services } from "../../services.ts";
import { qrPng } from "./qr-png.ts";

/** Separates a door code from every other JWT of the service, beside the key that is its own. */
export const DOOR_AUDIENCE = "door";
/** A code opens the door until a day after the event began: a party may go on. */
const LIFE_AFTER_EVENT_MS = DAY_MS;

/** What a guest shows at the door. */
export interface DoorCode {
  /** The signed JWT inside the QR code. */
  token: string;
  /** The QR code as PNG, base64. */
  png: string;
}

/**
 * The door code of a guest: a JWT with `event_id`, `guest_id` and an expiry, and nothing else, because every
 * character makes the QR code harder to scan. The same guest gets the same code until the event's date moves, so the
 * picture is drawn once.
 * @param event `eventDate` in epoch milliseconds
 */
export async function doorCodeFor(
  services: Pick<Services, "keyring" | "doorCodes">,
  event: { id: string; eventDate: number },
  guestId: string,
): Promise<DoorCode> {
  const token = await signJwt(await services.keyring.keysFor("door_code"), {
    audience: DOOR_AUDIENCE,
    expiresAt: Math.floor((event.eventDate + LIFE_AFTER_EVENT_MS) / 1000),
    claims: { event_id: event.id, guest_id: guestId },
  });
  const drawn = services.doorCodes.get(token);
  if (drawn !== undefined) return { token, png: drawn };
  const png = qrPng(token);
  services.doorCodes.set(token, png);
  return { token, png };
}
