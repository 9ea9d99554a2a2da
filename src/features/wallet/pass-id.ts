import { sha256Hex } from "../../kernel/bytes.ts";

/** Half of SHA-256's digits: 128 bits. */
const DIGITS = 32;

/** The id of a guest's pass. A new link makes a new one, because its door code is another; it says nothing of the guest. */
export async function passIdOf(guestId: string, tokenId: string): Promise<string> {
  return (await sha256Hex(`${guestId}:${tokenId}`)).slice(0, DIGITS);
}
