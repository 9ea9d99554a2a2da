/** The longest useful replies (with a link to a policy page) are about this long. */
const MAX_REPLY_CHARS = 300;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]+/gu;
const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/gu;

/**
 * A server's reply in a form that may be logged and shown to a host: one line, without addresses (many servers repeat the
 * recipient), at most 300 characters.
 */
export function sanitizeReply(text: string): string {
  const line = text.replace(CONTROLS, " ").replace(ADDRESS, "(address)").trim();
  return line.length > MAX_REPLY_CHARS ? `${line.slice(0, MAX_REPLY_CHARS - 1)}…` : line;
}
