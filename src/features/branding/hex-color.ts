const SHORT = /^#[0-9a-f]{3}$/;
const LONG = /^#[0-9a-f]{6}$/;

/**
 * The one spelling of a hexadecimal colour: `#RGB` and `#RRGGBB` in any case become lower-case `#rrggbb`. Null for
 * anything else: a colour with transparency would let a page's text vanish, and a name or a function is no hex colour.
 */
export function hexColor(text: string): string | null {
  const lower = text.toLowerCase();
  if (SHORT.test(lower)) return lower.replaceAll(/[0-9a-f]/g, "$&$&");
  return LONG.test(lower) ? lower : null;
}
