/**
 * Returns the letters that a reader sees: decomposed, in lower case, without marks and invisible characters. Letters in
 * squares and circles, full-width letters and dots become plain ones.
 */
export function plainForm(text: string): string {
  const letters = [...text.replaceAll(/[™℠®©]/g, "")].map(squaredLetter);
  const plain = letters.join("").normalize("NFKD").toLowerCase();
  return plain.replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
}

/** Letters in squares and circles, and of flags, which Unicode does not decompose. */
function squaredLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  for (const first of [0x1f150, 0x1f170, 0x1f1e6]) {
    if (code >= first && code < first + 26) return String.fromCodePoint(0x61 + code - first);
  }
  return character;
}
