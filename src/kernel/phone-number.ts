/** Characters that people and contact programs put between the digits, and invisible marks that copying adds. */
const PUNCTUATION = /[\s().[\]/\p{Pd}\p{Cf}\u2212]/gu;
/** `+44 (0)20 …`: the zero is dialled at home only. */
const TRUNK_ZERO = /^((?:\+|00)[^(]*)\(0\)/;
const E164 = /^\+[1-9]\d{6,14}$/;
/** With punctuation; E.164 has at most 15 digits. */
const MAX_LENGTH = 60;

/**
 * Returns the E.164 form of a number as contacts export it: without punctuation and with `+` for a leading `00`.
 * Returns null for a number without a country code, because only its owner knows the country.
 */
export function suggestE164(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const digits = text.trim().replace(TRUNK_ZERO, "$1").replace(PUNCTUATION, "").replace(/^00/, "+");
  return E164.test(digits) ? digits : null;
}
