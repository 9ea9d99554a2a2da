/** Letters, digits and signs that leave ink. Fillers of Hangul and blank Braille cells are letters by category only. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Unicode's explicit embeddings, overrides and isolates, and the ends of them. The plain marks U+200E, U+200F and U+061C
 * only hint.
 */
const BIDI_CONTROLS: Readonly<Record<string, string>> = {
  "\u202a": "a left-to-right embedding",
  "\u202b": "a right-to-left embedding",
  "\u202c": "the end of an embedding",
  "\u202d": "a left-to-right override",
  "\u202e": "a right-to-left override",
  "\u2066": "a left-to-right isolate",
  "\u2067": "a right-to-left isolate",
  "\u2068": "a first-strong isolate",
  "\u2069": "the end of an isolate",
};
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/u;
const EMBEDDING = /[\u202a\u202b\u202d\u202e]/u;
const ISOLATE = /[\u2066-\u2068]/u;
const END_OF_EMBEDDING = "\u202c";
const END_OF_ISOLATE = "\u2069";
/** Characters before a mark, so that its place can be found. */
const SHOWN_BEFORE = 20;

/** Whether a text has at least one character that can be seen. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Removes the pairs of direction marks around a text: phones and address books copy them along with a name. They change
 * nothing inside, and a text without them reads the same.
 */
export function withoutOuterDirectionMarks(text: string): string {
  const trimmed = text.trim();
  const isPaired = trimmed.length > 1 && endOfFirst(trimmed) === trimmed.length - 1;
  return isPaired ? withoutOuterDirectionMarks(trimmed.slice(1, -1)) : trimmed;
}

/** The index of the mark that ends the one at the start of a text; null if the text begins with none, or it stays open. */
function endOfFirst(text: string): number | null {
  const open: string[] = [];
  for (let index = 0; index < text.length; index++) {
    const mark = text.charAt(index);
    if (EMBEDDING.test(mark)) open.push(END_OF_EMBEDDING);
    else if (ISOLATE.test(mark)) open.push(END_OF_ISOLATE);
    else if (mark === open.at(-1)) open.pop();
    if (open.length === 0) return index === 0 ? null : index;
  }
  return null;
}

/**
 * Finds the first character that changes the direction of what follows it. In a name, such a character rearranges the
 * words around it: the name of a file, an amount, the sender of an email. Arabic and Hebrew need none of them in one
 * line.
 * @returns its name and place, `a right-to-left override (U+202E) after “Ann”`; null if there is none
 */
export function describeBidiControl(text: string): string | null {
  const index = text.search(BIDI_CONTROL);
  if (index < 0) return null;
  const mark = text.charAt(index);
  const code = mark.charCodeAt(0).toString(16).toUpperCase();
  const before = Array.from(text.slice(0, index)).slice(-SHOWN_BEFORE).join("").trim();
  return `${BIDI_CONTROLS[mark]} (U+${code}) ${before === "" ? "at the start" : `after “${before}”`}`;
}
