import type { RequestContext } from "../../context.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { invalidField } from "../../kernel/errors.ts";
import { NAME } from "../../kernel/our-name.ts";
import { MIN_PASSWORD_LENGTH } from "../../kernel/password-fingerprints.ts";

/** In code points after NFC normalization. No rule requires character classes (ASVS 5.0, 6.2). */
export const MAX_PASSWORD_LENGTH = 128;
/** Shorter words, such as the local part `jo`, occur in good passwords by chance. */
const MIN_WORD = 4;

const TOO_COMMON = "That password is too common. Please choose another.";
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * @param address the account's email address
 * @throws AppError 400 for a password that is too short, too long, among the most common, or made of the address, the
 *   service's name or its host name
 */
export async function validatePassword(
  { commonPasswords, config }: Pick<RequestContext, "commonPasswords" | "config">,
  password: string,
  address: string,
): Promise<void> {
  const chosen = password.normalize("NFC");
  const host = new URL(config.PUBLIC_URL).hostname;
  const problem =
    problemOf(chosen, emailKey(address), host) ?? ((await commonPasswords.includes(chosen)) ? TOO_COMMON : null);
  if (problem !== null) throw invalidField("password", problem);
}

function problemOf(password: string, address: string, host: string): string | null {
  const length = lengthOf(password);
  const localPart = address.slice(0, address.lastIndexOf("@"));
  if (LONE_SURROGATE.test(password)) return "That password has characters that can't be read. Please choose another.";
  if (length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (password.toLowerCase().includes(address) || isMadeOf([localPart], password)) {
    return "That password contains your email address. Please choose another.";
  }
  if (isMadeOf([host, NAME, ...host.split(".").slice(0, -1), localPart], password)) {
    return "That password contains the name of this service. Please choose another.";
  }
  return null;
}

/**
 * Whether the password contains one of the words, and too little else to be long enough: for `ada.lovelace`,
 * `ada.lovelace1` is rejected and `ada.lovelace and the engine` is not.
 */
function isMadeOf(words: readonly string[], password: string): boolean {
  const text = password.toLowerCase();
  const rest = words.filter((word) => word.length >= MIN_WORD).reduce((left, word) => left.replaceAll(word, ""), text);
  return rest !== text && lengthOf(rest) < MIN_PASSWORD_LENGTH;
}

function lengthOf(text: string): number {
  return [...text].length;
}
