import { mix, normalHex, readableOn, textOn } from "./colors.ts";
import { fontStack } from "./fonts.ts";
import { THEMES, themeNamed } from "./themes.ts";

/** An event's branding. Null fields render with defaults. Image addresses are absolute. */
export interface Brand {
  /** `#rrggbb`. */
  primaryColor: string | null;
  /** The name of a font that events may choose. */
  font: string | null;
  /** The name of a theme that events may choose. Default: `plain`. */
  theme?: string | null;
  logoUrl: string | null;
  coverUrl: string | null;
}

/** Colours (`#rrggbb`), font and images of rendered pages and emails. */
export interface Theme {
  fontStack: string;
  logoUrl: string | null;
  coverUrl: string | null;
  light: Palette;
  dark: Palette;
  button: { background: string; text: string };
}

export interface Palette {
  page: string;
  card: string;
  panel: string;
  text: string;
  muted: string;
  line: string;
  /** The brand's colour, made readable as text on the card. */
  accent: string;
}

/**
 * The theme of a brand, with its own colour and font where it has them. Malformed values fall back to the defaults, so
 * that rendering an email cannot fail.
 */
export function themeOf(brand: Brand | null): Theme {
  const { primary: ofTheme, light, dark, generic } = THEMES[themeNamed(brand?.theme)];
  const primary = normalHex(brand?.primaryColor ?? "") ?? ofTheme;
  const lightPanel = light.panel ?? mix(light.card, primary, 0.08);
  const darkPanel = dark.panel ?? mix(dark.card, primary, 0.16);
  return {
    fontStack: fontStack(brand?.font ?? (generic === "serif" ? "Georgia" : null)),
    logoUrl: webUrl(brand?.logoUrl ?? null),
    coverUrl: webUrl(brand?.coverUrl ?? null),
    light: {
      ...light,
      panel: lightPanel,
      accent: readableOnAll([lightPanel, light.card, light.page], primary),
    },
    dark: {
      ...dark,
      panel: darkPanel,
      accent: readableOnAll([darkPanel, dark.card, dark.page], primary),
    },
    button: { background: primary, text: textOn(primary) },
  };
}

/**
 * Returns the colour, mixed with as little black or white as makes it readable on all backgrounds, which are all light
 * or all dark.
 */
function readableOnAll(grounds: readonly string[], color: string): string {
  return grounds.reduce((readable, ground) => readableOn(ground, readable), color);
}

/** The URL if it is an absolute HTTP(S) URL, else null: only those may become links and images. */
export function webUrl(url: string | null): string | null {
  return url !== null && /^https?:\/\/[^\s<>"]+$/i.test(url) ? url : null;
}
