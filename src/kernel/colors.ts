/** A colour as red, green and blue, 0–255. */
type Rgb = [number, number, number];

/** WCAG 2.2 §1.4.3: minimum contrast of text. */
const READABLE = 4.5;

/** `#rgb` or `#rrggbb` as lower-case `#rrggbb`, anything else as null. */
export function normalHex(color: string): string | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1]?.toLowerCase();
  if (hex === undefined) return null;
  return hex.length === 6 ? `#${hex}` : `#${hex.replace(/./g, "$&$&")}`;
}

/** Black or white, whichever has more contrast with the colour; one of them always reaches 4.5 : 1. */
export function textOn(background: string): "#000000" | "#ffffff" {
  return contrast(background, "#ffffff") >= contrast(background, "#000000") ? "#ffffff" : "#000000";
}

/** Returns the colour, mixed with as little black or white as makes it readable on the background. */
export function readableOn(background: string, color: string): string {
  const towards = textOn(background);
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(color, towards, share);
    if (contrast(candidate, background) >= READABLE) return candidate;
  }
  return towards;
}

/** Contrast ratio by WCAG 2.2, 1–21. Colours as `#rrggbb`. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** `share` (0–1) of the second colour in the first. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [rgb(a), rgb(b)];
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return `#${[channel(0), channel(1), channel(2)].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(color: string): number {
  const [red, green, blue] = rgb(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function rgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
