import { sha256Hex, toBase64Url } from "../../kernel/bytes.ts";

/** Half of SHA-256's digits: 128 bits. */
const DIGITS = 32;

/** The id of a guest's pass. A new link makes a new one, because its door code is another; it says nothing of the guest. */
export async function passIdOf(guestId: string, tokenId: string): Promise<string> {
  return shortId((await sha256Hex(`${guestId}:${tokenId}`)).slice(0, DIGITS));
}

/** A UUID or 32 hex digits in 22 letters. */
export function shortId(id: string): string {
  return toBase64Url(Uint8Array.fromHex(id.replaceAll("-", "")));
}
