import { sha256Hex } from "../../kernel/bytes.ts";

/** How many codes an account has. */
const COUNT = 10;
/** Crockford's base32: no I, L, O or U, which people take for other characters. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 5;
const GROUP_LENGTH = 5;
const CODE_LENGTH = GROUPS * GROUP_LENGTH;

/**
 * Ten codes of 125 random bits, such as `7KQ2M-0XD9T-…`: long enough to be stored as a plain hash, which a copy of the
 * database does not help to guess.
 */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const random = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
    // 256 is a multiple of 32, so every character is as likely.
    const characters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
    return characters.replaceAll(new RegExp(`(.{${GROUP_LENGTH}})(?=.)`, "g"), "$1-");
  });
}

/** The stored form of a code, however it was typed: case, spaces and dashes do not count, nor O for 0 and I or L for 1. */
export function recoveryCodeHash(code: string): Promise<string> {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, "");
  return sha256Hex(typed.replaceAll("O", "0").replaceAll(/[IL]/g, "1"));
}
