/** What people and contact programs put between the digits, and invisible marks that copying brings along. */
const PUNCTUATION = /[\s().[\]/\p{Pd}\p{Cf}\u2212]/gu;
/** `+44 (0)20 …`: the zero is dialled at home only. */
const TRUNK_ZERO = /^((?:\+|00)[^(]*)\(0\)/;

/**
 * A phone number as contacts export it, without punctuation and with `+` for a leading `00`: in E.164, if it names its
 * country. What it means without one, only its owner knows.
 */
export function normalizePhone(text: string): string {
  return text.trim().replace(TRUNK_ZERO, "$1").replace(PUNCTUATION, "").replace(/^00/, "+");
}
