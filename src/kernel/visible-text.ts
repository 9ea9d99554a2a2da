/** Letters, digits and signs that leave ink. Fillers of Hangul and blank Braille cells are letters by category only. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Unicode's explicit embeddings and isolates, and the ends of them. The plain marks U+200E, U+200F and U+061C only hint,
 * and Arabic and Hebrew next to Latin letters and digits need them.
 */
const BIDI_CONTROLS: Readonly<Record<string, string>> = {
  "\u202a": "a left-to-right embedding",
  "\u202b": "a right-to-left embedding",
  "\u202c": "the end of an embedding",
  "\u2066": "a left-to-right isolate",
  "\u2067": "a right-to-left isolate",
  "\u2068": "a first-strong isolate",
  "\u2069": "the end of an isolate",
};
const BIDI_CONTROL = /[\u202a-\u202c\u2066-\u2069]/u;
const EMBEDDING = /[\u202a\u202b]/u;
/** Overrides show text in reverse. U+206A to U+206F are deprecated controls of the shape of letters and digits. */
const OVERRIDE = /[\u202d\u202e]/u;
const HAS_OVERRIDE = /[\u202d\u202e\u206a-\u206f]/u;
const DEPRECATED_CONTROLS = /[\u206a-\u206f]/gu;
const ISOLATE = /[\u2066-\u2068]/u;
const END_OF_EMBEDDING = "\u202c";
const END_OF_ISOLATE = "\u2069";
/** Characters before a mark, so that its place can be found. */
const SHOWN_BEFORE = 20;

/** Control characters could end a header. Direction controls in a name could reorder the text around it. */
const UNFIT_FOR_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u206f]+/gu;

const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u206f]/gu;

/** Whether a text has at least one character that can be seen. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text);
}

/** Removes all characters that change the direction of the text around them, and the spaces that they hid at the ends. */
export function withoutDirectionControls(text: string): string {
  return text.replaceAll(DIRECTION_CONTROLS, "").trim();
}

/** Removes the characters that show text in reverse, with their ends, and the spaces that they hid around the text. */
export function withoutOverrides(text: string): string {
  if (!HAS_OVERRIDE.test(text)) return text.trim();
  const open: string[] = [];
  const kept = Array.from(text.replaceAll(DEPRECATED_CONTROLS, "")).filter((character) => {
    if (OVERRIDE.test(character) || EMBEDDING.test(character)) open.push(character);
    const ended = character === END_OF_EMBEDDING ? open.pop() : character;
    return ended === undefined || !OVERRIDE.test(ended);
  });
  return kept.join("").trim();
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

/** One line of text, safe in a header. */
export function oneLine(text: string): string {
  return text.replace(UNFIT_FOR_A_LINE, " ").replace(/ {2,}/g, " ").trim();
}
