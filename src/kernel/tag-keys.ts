/** Each key is between two of these. A tag is one line, so it never contains one. */
const BREAK = "\n";

/** Folds only case: `ÉTÉ` and `été` become equal, and differ from `ete`. */
export function foldCase(text: string): string {
  // Upper case first, because only that way ß is ss and ı is i; a final sigma is the same letter as any other.
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}

/** Two tags with equal keys are the same. The key ignores case. */
export function tagKey(tag: string): string {
  return foldCase(tag.normalize("NFC"));
}

/** The keys of a guest's tags in one text, in which `tagTerm` finds one of them. Empty without tags. */
export function tagKeys(tags: readonly string[]): string {
  return tags.length === 0 ? "" : `${BREAK}${tags.map(tagKey).join(BREAK)}${BREAK}`;
}

/** Returns the text that finds a tag in `tag_keys`. */
export function tagTerm(tag: string): string {
  return `${BREAK}${tagKey(tag)}${BREAK}`;
}
