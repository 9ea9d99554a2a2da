import { toBase64Url, utf8 } from "../../kernel/bytes.ts";
import type { PurposeKeys } from "../../kernel/keyring.ts";
import { signShortCode } from "./short-code.ts";

const HASH_BYTES = 16;

/**
 * Returns what a scanner needs to recognise a guest's short codes without having them: the first 16 bytes of
 * SHA-256("door code" ‖ 0 ‖ code), one for each key that still verifies codes. A JWT has the short code in `jti`.
 */
export function codeHashesOf(
  keys: PurposeKeys,
  names: { eventId: string; guestId: string; tokenId: string },
): Promise<string[]> {
  return Promise.all(
    keys.map(async (key) => {
      const code = await signShortCode([key], names);
      const digest = await crypto.subtle.digest("SHA-256", utf8(`door code\0${code}`));
      return toBase64Url(new Uint8Array(digest).subarray(0, HASH_BYTES));
    }),
  );
}
