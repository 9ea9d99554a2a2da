/** Unicode's explicit embeddings, overrides and isolates. The plain marks U+200E, U+200F and U+061C only hint. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/u;

/**
 * Whether a text has a character that changes the direction of what follows it. In a name, such a character rearranges the
 * words around it: the name of a file, an amount, the sender of a mail. Arabic and Hebrew need none of them in one line.
 */
export function hasBidiOverride(text: string): boolean {
  return BIDI_CONTROLS.test(text);
}
