/** Letters, digits and signs that leave ink. Fillers of Hangul and blank Braille cells are letters by category only. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has at least one character that can be seen. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text);
}
