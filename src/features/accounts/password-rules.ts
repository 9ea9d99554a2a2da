import { emailKey } from "../../kernel/email-address.ts";
import { invalidField } from "../../kernel/errors.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** In code points of the composed form, as a person counts. No rule asks for kinds of characters (ASVS 5.0, 6.2). */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
/** A shorter local part, such as `jo`, is in too many good passwords by chance. */
const MIN_LOCAL_PART = 4;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Filled at the first password: no request that has none waits for it. */
const COMMON = new Set<string>();

/**
 * @param address the account's e-mail address
 * @throws AppError 400 for a password that is too short, too long, among the most common, or made of the address
 */
export function requireGoodPassword(password: string, address: string): void {
  const problem = problemOf(password.normalize("NFC"), emailKey(address));
  if (problem !== null) throw invalidField("password", problem);
}

function problemOf(password: string, address: string): string | null {
  const length = lengthOf(password);
  if (LONE_SURROGATE.test(password)) return "is well-formed Unicode";
  if (length < MIN_PASSWORD_LENGTH) return `has at least ${MIN_PASSWORD_LENGTH} characters`;
  if (length > MAX_PASSWORD_LENGTH) return `has at most ${MAX_PASSWORD_LENGTH} characters`;
  if (isCommon(password)) return "is not one of the most common passwords";
  if (isMadeOf(password, address)) return "does not contain your e-mail address";
  return null;
}

/** Nobody is helped by a capital at the front, so case does not count. */
function isCommon(password: string): boolean {
  if (COMMON.size === 0) for (const common of COMMON_PASSWORDS.trim().split(/\s+/)) COMMON.add(common);
  return COMMON.has(password.toLowerCase());
}

/**
 * Whether the password holds the whole address, or so much of its local part that what is left would be too short for
 * a password: `ada.lovelace1` is refused to ada.lovelace@…, `ada.lovelace and the engine` is not.
 */
function isMadeOf(password: string, address: string): boolean {
  const text = password.toLowerCase();
  if (text.includes(address)) return true;
  const local = address.slice(0, address.lastIndexOf("@"));
  if (local.length < MIN_LOCAL_PART || !text.includes(local)) return false;
  return lengthOf(text.replaceAll(local, "")) < MIN_PASSWORD_LENGTH;
}

function lengthOf(text: string): number {
  return [...text].length;
}
