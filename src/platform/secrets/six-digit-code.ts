import { sameBytes, utf8 } from "../../kernel/bytes.ts";
import { type PurposeKeys, reportEarlierKey } from "../../kernel/keyring.ts";

/** The request that a code belongs to, and the guest's link that it opens, if any. */
export interface CodeOf {
  id: string;
  tokenId?: string;
}

const CODES = 1_000_000n;

/**
 * The six digits of a request. They are computed from its ID with a key of the service, so that no message, row or
 * log holds them. The sender of the code computes it again.
 */
export async function codeOf(key: CryptoKey, { id, tokenId = "" }: CodeOf): Promise<string> {
  const bytes = await hmac(key, `code ${id} ${tokenId}`);
  // Of 2^64 values, so that no code is likelier than another by more than 1 in 10^13.
  const number = new DataView(bytes.buffer).getBigUint64(0) % CODES;
  return number.toString().padStart(6, "0");
}

/** The stored form of a code: an HMAC that is bound to the request and its link, 64 hex digits. */
export async function macOf(key: CryptoKey, { id, tokenId = "" }: CodeOf, code: string): Promise<string> {
  return (await hmac(key, `typed ${id} ${tokenId} ${code}`)).toHex();
}

/** Returns the possible codes of a request by their stored forms, one per key of the service. For the email. */
export async function codesByMac(keys: PurposeKeys, request: CodeOf): Promise<Map<string, string>> {
  const entries = keys.map(async (key) => {
    const code = await codeOf(key, request);
    return [await macOf(key, request, code), code] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Compares a typed code with its stored form, by each key and in constant time. */
export async function isCode(
  keys: PurposeKeys,
  request: CodeOf & { codeMac: string },
  typed: string,
): Promise<boolean> {
  for (const key of keys) {
    if (!sameBytes(utf8(await macOf(key, request, typed)), utf8(request.codeMac))) continue;
    reportEarlierKey(key);
    return true;
  }
  return false;
}

async function hmac(key: CryptoKey, text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(text)));
}

const DIGITS = 6;

/** A longer text is not a code, even without its separators. */
const MAX_LENGTH = 64;

/** Separators that people type between digits, and invisible marks from copying. */
const BETWEEN = /[\s\p{Pd}\p{Cf}\u2212\u00b7._]/gu;

const DIGIT = /^\p{Nd}$/u;

/**
 * Returns the six ASCII digits of a typed code. Accepts spaces, dashes, and the digits of any keyboard (Arabic-Indic,
 * Devanagari, fullwidth …). Null for anything else.
 */
export function typedCode(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  // Compatibility forms, such as fullwidth and mathematical digits, become ASCII.
  const digits = Array.from(text.normalize("NFKC").replace(BETWEEN, ""), digitValue);
  return digits.length === DIGITS && !digits.includes(null) ? digits.join("") : null;
}

/** The value of a decimal digit. Unicode has them in runs of ten, zero first; some runs follow one another. */
function digitValue(character: string): number | null {
  if (!DIGIT.test(character)) return null;
  const codePoint = character.codePointAt(0) ?? 0;
  let first = codePoint;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return (codePoint - first) % 10;
}
