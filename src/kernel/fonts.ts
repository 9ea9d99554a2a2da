/**
 * The fonts that an event may choose, as stacks of system fonts. A page downloads no font, so no third party sees its
 * guests. Every stack ends with a generic family.
 */
const STACKS = {
  System: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  Arial: "Arial, 'Helvetica Neue', Helvetica, 'Liberation Sans', sans-serif",
  Verdana: "Verdana, Geneva, 'DejaVu Sans', sans-serif",
  "Trebuchet MS": "'Trebuchet MS', 'Gill Sans', Calibri, Carlito, sans-serif",
  Futura: "Futura, Avenir, 'Century Gothic', 'URW Gothic', sans-serif",
  Optima: "Optima, Candara, 'Noto Sans', sans-serif",
  Georgia: "Georgia, 'Noto Serif', 'DejaVu Serif', serif",
  "Times New Roman": "'Times New Roman', Times, 'Liberation Serif', serif",
  Palatino: "'Palatino Linotype', Palatino, 'Book Antiqua', 'URW Palladio L', P052, serif",
  Garamond: "Garamond, 'EB Garamond', Baskerville, 'Hoefler Text', serif",
  Didot: "Didot, 'Bodoni MT', 'Bodoni 72', 'Noto Serif Display', serif",
  Rockwell: "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif', serif",
  "Courier New": "'Courier New', Courier, 'Liberation Mono', monospace",
  Menlo: "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  "Brush Script MT": "'Brush Script MT', 'Segoe Script', 'Snell Roundhand', 'URW Chancery L', cursive",
} as const;

type Font = keyof typeof STACKS;

/** Their names, as in requests and responses. */
export const FONTS = Object.keys(STACKS) as [Font, ...Font[]];

/** The CSS `font-family` of a stored font. The system font for null or a font that is no longer offered. */
export function fontStack(font: string | null): string {
  return font !== null && Object.hasOwn(STACKS, font) ? STACKS[font as Font] : STACKS.System;
}
