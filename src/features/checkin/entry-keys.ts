import { toBase64Url, utf8 } from "../../kernel/bytes.ts";
import type { PurposeKeys } from "../../kernel/keyring.ts";
import { sealCode } from "./sealed-code.ts";

/** 8 bytes that find the entry of a code, and the 16 bytes of its AES key. A scanner computes the same of what it reads. */
const ENTRY_KEY_BYTES = 24;

/**
 * What a scanner needs to recognise a guest's door codes and to open the guest's entry with one: the first 24 bytes of
 * SHA-256("door entry" ‖ 0 ‖ code). They make no code. One for each key that still verifies codes.
 */
export function entryKeysOf(
  keys: PurposeKeys,
  names: { eventId: string; guestId: string; tokenId: string },
): Promise<string[]> {
  return Promise.all(
    keys.map(async (key) => {
      const code = await sealCode([key], names);
      const digest = await crypto.subtle.digest("SHA-256", utf8(`door entry\0${code}`));
      return toBase64Url(new Uint8Array(digest).subarray(0, ENTRY_KEY_BYTES));
    }),
  );
}
