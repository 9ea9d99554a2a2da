/**
 * Returns a duration of `Intl` in its form within a sentence: without spaces in Japanese, and in Arabic with another
 * preposition.
 * @param tag the tag given to `Intl`
 */
export function inSentence(text: string, tag: string): string {
  if (tag === "ja") return text.replaceAll(" ", "");
  return tag.startsWith("ar") ? text.replace("خلال", "بعد") : text;
}
