/** Letters, digits and signs that leave ink. Fillers of Hangul and blank Braille cells are letters by category only. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Unicode's explicit embeddings, overrides and isolates. The plain marks U+200E, U+200F and U+061C only hint. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text has at least one character that can be seen. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Whether a text has a character that changes the direction of what follows it. In a name, such a character rearranges
 * the words around it: the name of a file, an amount, the sender of an email. Arabic and Hebrew need none of them in
 * one line.
 */
export function hasBidiOverride(text: string): boolean {
  return BIDI_CONTROLS.test(text);
}
