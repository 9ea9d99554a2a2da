import type { RequestContext } from "../../context.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { invalidField } from "../../kernel/errors.ts";
import { MIN_PASSWORD_LENGTH } from "../../kernel/password-fingerprints.ts";

/** In code points after NFC normalization. No rule requires character classes (ASVS 5.0, 6.2). */
export const MAX_PASSWORD_LENGTH = 128;
/** Shorter local parts, such as `jo`, occur in good passwords by chance. */
const MIN_LOCAL_PART = 4;

const TOO_COMMON = "That password is too common. Please choose another.";
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * @param address the account's e-mail address
 * @throws AppError 400 for a password that is too short, too long, among the most common, or made of the address
 */
export async function validatePassword(
  { commonPasswords }: Pick<RequestContext, "commonPasswords">,
  password: string,
  address: string,
): Promise<void> {
  const chosen = password.normalize("NFC");
  const problem =
    problemOf(chosen, emailKey(address)) ?? ((await commonPasswords.includes(chosen)) ? TOO_COMMON : null);
  if (problem !== null) throw invalidField("password", problem);
}

function problemOf(password: string, address: string): string | null {
  const length = lengthOf(password);
  if (LONE_SURROGATE.test(password)) return "That password has characters that can't be read. Please choose another.";
  if (length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (containsAddress(password, address)) return "That password contains your email address. Please choose another.";
  return null;
}

/**
 * Whether the password contains the whole address, or its local part with too little else to be long enough:
 * `ada.lovelace1` is refused for ada.lovelace@…, `ada.lovelace and the engine` is not.
 */
function containsAddress(password: string, address: string): boolean {
  const text = password.toLowerCase();
  if (text.includes(address)) return true;
  const localPart = address.slice(0, address.lastIndexOf("@"));
  if (localPart.length < MIN_LOCAL_PART || !text.includes(localPart)) return false;
  return lengthOf(text.replaceAll(localPart, "")) < MIN_PASSWORD_LENGTH;
}

function lengthOf(text: string): number {
  return [...text].length;
}
