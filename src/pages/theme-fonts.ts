import type { ThemeName } from "../kernel/themes.ts";

/** A font of a package of Fontsource, cut into the letters of Western Europe and those of the other Latin alphabets. */
export interface FontFace {
  family: string;
  /** What stands in for it. */
  generic: "serif" | "sans-serif";
  /** Of a static font, its weight; `wght` for one that has them all. */
  cut: "400" | "500" | "600" | "wght";
  /** The first letters of the files' SHA-256, which make their names: scripts/assets/build-fonts.ts compares them. */
  hashes: Record<Subset, string>;
  /** CSS `size-adjust`: how much larger it is drawn, where its letters are small for their size. */
  size?: `${number}%`;
}

export type Subset = "latin-ext" | "latin";

/** What the files of a subset have; what they lack falls back to a font of the system. */
const RANGES: Record<Subset, string> = {
  "latin-ext":
    "U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0",
  latin: "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2212",
};
const SUBSETS = Object.keys(RANGES) as Subset[];

/** The fonts of the themes: of headings, and of all else. */
export const THEME_FONTS: Record<Exclude<ThemeName, "plain">, { display: FontFace; text: FontFace }> = {
  garden: {
    display: {
      family: "Cormorant Garamond",
      generic: "serif",
      cut: "600",
      size: "112%",
      hashes: { latin: "ae062b6d", "latin-ext": "4993f7f4" },
    },
    text: { family: "Lora", generic: "serif", cut: "wght", hashes: { latin: "ddb8c660", "latin-ext": "2a2d9c22" } },
  },
  letter: {
    display: {
      family: "Fraunces",
      generic: "serif",
      cut: "wght",
      hashes: { latin: "7f9d191d", "latin-ext": "a21ecfbf" },
    },
    text: {
      family: "Source Serif 4",
      generic: "serif",
      cut: "wght",
      hashes: { latin: "c1df4596", "latin-ext": "41529a5b" },
    },
  },
  midnight: {
    display: {
      family: "Playfair Display",
      generic: "serif",
      cut: "500",
      hashes: { latin: "1e3429a2", "latin-ext": "30dee035" },
    },
    text: {
      family: "Source Sans 3",
      generic: "sans-serif",
      cut: "wght",
      size: "104%",
      hashes: { latin: "7a19a702", "latin-ext": "a85a7459" },
    },
  },
  confetti: {
    display: {
      family: "Baloo 2",
      generic: "sans-serif",
      cut: "600",
      hashes: { latin: "ffc22b43", "latin-ext": "1a410056" },
    },
    text: {
      family: "Nunito",
      generic: "sans-serif",
      cut: "wght",
      hashes: { latin: "ba344451", "latin-ext": "2c8d7928" },
    },
  },
  deco: {
    display: {
      family: "Poiret One",
      generic: "sans-serif",
      cut: "400",
      size: "108%",
      hashes: { latin: "a6361b9b", "latin-ext": "bcfc2f5d" },
    },
    text: {
      family: "Josefin Sans",
      generic: "sans-serif",
      cut: "wght",
      size: "108%",
      hashes: { latin: "21efe155", "latin-ext": "e9dfe6f6" },
    },
  },
  studio: {
    display: {
      family: "Bricolage Grotesque",
      generic: "sans-serif",
      cut: "wght",
      hashes: { latin: "a97804dc", "latin-ext": "e808f16b" },
    },
    text: {
      family: "Inter",
      generic: "sans-serif",
      cut: "wght",
      hashes: { latin: "3100e775", "latin-ext": "34b9c504" },
    },
  },
};

/** The name of a font's file below `/assets/fonts/`; with the hash of its content, so that browsers keep it for good. */
export function fontFile({ family, cut, hashes }: FontFace, subset: Subset): string {
  return `${slugOf(family)}-${subset}-${cut}-${hashes[subset]}.woff2`;
}

/** As packages and files are named. */
export function slugOf(family: string): string {
  return family.toLowerCase().replaceAll(" ", "-");
}

/**
 * The `@font-face` rules of a font. The text is painted with a font of the system until the file is there (`swap`), and a
 * browser loads a subset only for a page that has letters of it.
 */
export function fontFaceRules(face: FontFace): string {
  const { family, cut, size } = face;
  // One weight stands for all, so that no browser makes a bold one up.
  const weight = cut === "wght" ? "200 900" : "1 1000";
  return SUBSETS.map(
    (subset) =>
      `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(/assets/fonts/${fontFile(face, subset)})format("woff2");unicode-range:${RANGES[subset]}${size === undefined ? "" : `;size-adjust:${size}`}}`,
  ).join("");
}
