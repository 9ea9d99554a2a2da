/**
 * A length of time as `Intl` writes it, in the form that it has within a sentence: Japanese has no spaces, and in Arabic what
 * is three days away comes after them, not within them.
 * @param tag the tag given to `Intl`
 */
export function inSentence(text: string, tag: string): string {
  if (tag === "ja") return text.replaceAll(" ", "");
  return tag.startsWith("ar") ? text.replace("خلال", "بعد") : text;
}
