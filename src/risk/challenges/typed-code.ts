const DIGITS = 6;
/** A longer text is no code, whatever is taken out of it. */
const MAX_LENGTH = 64;
/** What people type between digits, and invisible marks that copying brings along. */
const BETWEEN = /[\s\p{Pd}\p{Cf}\u2212\u00b7._]/gu;
const DIGIT = /^\p{Nd}$/u;

/**
 * The six ASCII digits that somebody typed, with spaces or dashes, in whatever digits the keyboard has (Arabic-Indic,
 * Devanagari, fullwidth …); null for anything else.
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
