import type { ThemeName } from "../kernel/themes.ts";

/** A font of a package of Fontsource, cut into the letters of Western Europe and those of the other Latin alphabets. */
export interface FontFace {
  family: string;
  /** Fallback of the font. */
  generic: "serif" | "sans-serif";
  /** The weight of a static font; `wght` for a font with all weights. */
  cut: "400" | "500" | "600" | "wght";
  /** CSS `size-adjust`: how much larger it is drawn, where its letters are small for their size. */
  size?: `${number}%`;
}

export type Subset = "latin-ext" | "latin";

/** Characters in the files of a subset. Other characters use a font of the system. */
const RANGES: Record<Subset, string> = {
  "latin-ext":
    "U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0",
  latin: "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2212",
};
const SUBSETS = Object.keys(RANGES) as Subset[];

/** Of all their files, so that browsers keep them for good: scripts/build-assets.ts compares it. */
export const FONTS_HASH = "fda6cdd3";

/** The fonts of the themes: of headings, and of all else. */
export const THEME_FONTS: Record<Exclude<ThemeName, "plain">, { display: FontFace; text: FontFace }> = {
  garden: {
    display: { family: "Cormorant Garamond", generic: "serif", cut: "600", size: "112%" },
    text: { family: "Lora", generic: "serif", cut: "wght" },
  },
  letter: {
    display: { family: "Fraunces", generic: "serif", cut: "wght" },
    text: { family: "Source Serif 4", generic: "serif", cut: "wght" },
  },
  midnight: {
    display: { family: "Playfair Display", generic: "serif", cut: "500" },
    text: { family: "Source Sans 3", generic: "sans-serif", cut: "wght", size: "104%" },
  },
  confetti: {
    display: { family: "Baloo 2", generic: "sans-serif", cut: "600" },
    text: { family: "Nunito", generic: "sans-serif", cut: "wght" },
  },
  deco: {
    display: { family: "Poiret One", generic: "sans-serif", cut: "400", size: "108%" },
    text: { family: "Josefin Sans", generic: "sans-serif", cut: "wght", size: "108%" },
  },
  studio: {
    display: { family: "Bricolage Grotesque", generic: "sans-serif", cut: "wght" },
    text: { family: "Inter", generic: "sans-serif", cut: "wght" },
  },
};

/** The name of a font's file below `/assets/fonts/`. */
export function fontFile({ family, cut }: FontFace, subset: Subset): string {
  return `${FONTS_HASH}/${slugOf(family)}-${subset}-${cut}.woff2`;
}

/** Returns the name of a font's package and files. */
export function slugOf(family: string): string {
  return family.toLowerCase().replaceAll(" ", "-");
}

/**
 * Returns the `@font-face` rules of a font. The browser shows a font of the system until the file is loaded (`swap`).
 * It loads a subset only for a page with characters of that subset.
 */
export function fontFaceRules(face: FontFace): string {
  const { family, cut, size } = face;
  // One weight for all, so that no browser synthesises a bold one.
  const weight = cut === "wght" ? "200 900" : "1 1000";
  return SUBSETS.map(
    (subset) =>
      `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(/assets/fonts/${fontFile(face, subset)})format("woff2");unicode-range:${RANGES[subset]}${size === undefined ? "" : `;size-adjust:${size}`}}`,
  ).join("");
}
