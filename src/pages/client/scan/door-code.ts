import { fromBase64Url, toBase64Url } from "../../../kernel/browser-base64url.ts";

const SHORT = /^[\w-]{43}$/;
/** Bytes of the guest's ID and of the event ID's end in a short code (src/invitations/door-code/short-code.ts). */
const ID_BYTES = 16;
const EVENT_BYTES = 2;
const HASH_BYTES = 16;

/** Unverified content of a door code. Only the service, or a guest list with the code's hash, can verify it. */
export interface CodeFacts {
  guestId: string;
  isOtherEvent: boolean;
  /** The short code, by whose hash the list knows the guest. */
  shortCode: string;
}

/**
 * Reads a scanned text: a short code, or a JWT, which has the short code in `jti`. Returns null for a text that has the form
 * of neither.
 */
export function readCode(text: string, eventId: string): CodeFacts | null {
  try {
    const shortCode = SHORT.test(text) ? text : shortCodeIn(text);
    return shortCode === null ? null : factsOf(shortCode, eventId);
  } catch {
    return null;
  }
}

function factsOf(shortCode: string, eventId: string): CodeFacts {
  const hex = Array.from(fromBase64Url(shortCode), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const guestId = hex.slice(0, 2 * ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const ending = hex.slice(2 * ID_BYTES, 2 * (ID_BYTES + EVENT_BYTES));
  return { guestId, isOtherEvent: !eventId.endsWith(ending), shortCode };
}

/** Returns the short code of an unverified JWT; null for another text. */
function shortCodeIn(text: string): string | null {
  const payload = new TextDecoder().decode(fromBase64Url(text.split(".")[1] ?? ""));
  const { jti }: { jti?: unknown } = JSON.parse(payload);
  return typeof jti === "string" && SHORT.test(jti) ? jti : null;
}

/** The hash by which the list knows a short code: 16 bytes, base64url. */
export async function hashOfCode(code: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`door code\0${code}`));
  return toBase64Url(new Uint8Array(digest).subarray(0, HASH_BYTES));
}
