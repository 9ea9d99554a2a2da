/** Letters, digits and signs that leave ink. Fillers of Hangul and blank Braille cells are letters by category only. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Unicode's explicit embeddings, overrides and isolates, the ends of them, and the deprecated controls that change the
 * shape of letters and digits. They rearrange the text around them: the name of a file, an amount, the sender of an
 * email. The plain marks U+200E, U+200F and U+061C stay, because Arabic and Hebrew next to Latin letters and digits need
 * them. They only hint, and no text reads backwards by them.
 */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u206f]/gu;

/** Control characters could end a header. Direction controls in a name could reorder the text around it. */
const UNFIT_FOR_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u206f]+/gu;

/** Whether a text has at least one character that can be seen. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text);
}

/** Removes the characters that change the direction of the text around them, and the spaces that they hid at the ends. */
export function withoutDirectionControls(text: string): string {
  return text.replaceAll(DIRECTION_CONTROLS, "").trim();
}

/** One line of text, safe in a header. */
export function oneLine(text: string): string {
  return text.replace(UNFIT_FOR_A_LINE, " ").replace(/ {2,}/g, " ").trim();
}
