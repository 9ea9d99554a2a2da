import { mix, normalHex, readableOn, textOn } from "./colors.ts";
import { fontStack } from "./fonts.ts";

/** An event's branding; null fields render with defaults. Image addresses are absolute. */
export interface Brand {
  /** `#rrggbb`. */
  primaryColor: string | null;
  /** The name of a font that events may choose. */
  font: string | null;
  logoUrl: string | null;
  coverUrl: string | null;
}

/** Colours (`#rrggbb`), font and images of rendered pages and mails. */
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

const DEFAULT_PRIMARY = "#4338ca";

/** The theme of a brand. Malformed values fall back to the defaults, so that rendering a mail cannot fail. */
export function themeOf(brand: Brand | null): Theme {
  const primary = normalHex(brand?.primaryColor ?? "") ?? DEFAULT_PRIMARY;
  return {
    fontStack: fontStack(brand?.font ?? null),
    logoUrl: webUrl(brand?.logoUrl ?? null),
    coverUrl: webUrl(brand?.coverUrl ?? null),
    light: {
      page: "#f4f4f6",
      card: "#ffffff",
      panel: mix("#ffffff", primary, 0.08),
      text: "#1c1c22",
      muted: "#5c5c66",
      line: "#e2e2e8",
      accent: readableOn("#f4f4f6", readableOn(mix("#ffffff", primary, 0.08), primary)),
    },
    dark: {
      page: "#111114",
      card: "#1d1d22",
      panel: mix("#1d1d22", primary, 0.16),
      text: "#f2f2f5",
      muted: "#b4b4be",
      line: "#37373f",
      accent: readableOn(mix("#1d1d22", primary, 0.16), primary),
    },
    button: { background: primary, text: textOn(primary) },
  };
}

/** The URL if it is an absolute HTTP(S) URL, else null: only those may become links and images. */
export function webUrl(url: string | null): string | null {
  return url !== null && /^https?:\/\/[^\s<>"]+$/i.test(url) ? url : null;
}
