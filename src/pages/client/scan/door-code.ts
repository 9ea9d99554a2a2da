import { fromBase64Url, toBase64Url } from "./base64url.ts";

const SEALED = /^[\w-]{43}$/;
/** Where a sealed code has the guest's id and the end of the event's (src/features/checkin/sealed-code.ts). */
const ID_BYTES = 16;
const EVENT_BYTES = 2;
const HASH_BYTES = 16;

/** What a door code says of itself. Only the service knows whether it is genuine, or the list that has its hash. */
export interface CodeFacts {
  guestId: string;
  isOtherEvent: boolean;
}

/** Reads a scanned text, or null when it has the form of no door code. */
export function readCode(text: string, eventId: string): CodeFacts | null {
  try {
    return SEALED.test(text) ? readSealed(text, eventId) : readJwt(text, eventId);
  } catch {
    return null;
  }
}

function readSealed(text: string, eventId: string): CodeFacts {
  const hex = Array.from(fromBase64Url(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const guestId = hex.slice(0, 2 * ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const ending = hex.slice(2 * ID_BYTES, 2 * (ID_BYTES + EVENT_BYTES));
  return { guestId, isOtherEvent: !eventId.endsWith(ending) };
}

/** A code from before they were sealed. */
function readJwt(text: string, eventId: string): CodeFacts | null {
  const payload = new TextDecoder().decode(fromBase64Url(text.split(".")[1] ?? ""));
  const claims: { event_id?: unknown; guest_id?: unknown } = JSON.parse(payload);
  if (typeof claims.guest_id !== "string") return null;
  return { guestId: claims.guest_id, isOtherEvent: claims.event_id !== eventId };
}

/** The hash by which the list knows a code: 16 bytes, base64url (src/features/checkin/code-hash.ts). */
export async function hashOfCode(code: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`door code\0${code}`));
  return toBase64Url(new Uint8Array(digest).subarray(0, HASH_BYTES));
}
