import type { components, Branding as StoredBranding } from "@usher/client";

/** The values of the form: branding without its version. */
export type Branding = Omit<StoredBranding, "updated_at">;

type ChangeBranding = components["schemas"]["ChangeBranding"];
type Theme = Branding["theme"];
type Font = Exclude<NonNullable<ChangeBranding["font"]>, "">;

/** All fonts of the API. A missing or unknown font does not compile. */
const FONT_NAMES: Record<Font, true> = {
  System: true,
  Arial: true,
  Verdana: true,
  "Trebuchet MS": true,
  Futura: true,
  Optima: true,
  Georgia: true,
  "Times New Roman": true,
  Palatino: true,
  Garamond: true,
  Didot: true,
  Rockwell: true,
  "Courier New": true,
  Menlo: true,
  "Brush Script MT": true,
};
export const FONTS = Object.keys(FONT_NAMES) as Font[];

/** All themes of the API, in the order of the form. */
const THEME_NAMES: Record<Theme, true> = {
  plain: true,
  garden: true,
  letter: true,
  midnight: true,
  confetti: true,
  deco: true,
  studio: true,
};
export const THEMES = Object.keys(THEME_NAMES) as Theme[];

export const NO_BRANDING: Branding = {
  primary_color: null,
  font: null,
  logo_url: null,
  cover_url: null,
  theme: "plain",
};

export const COLORS = [
  { color: "#4338ca", name: "indigo" },
  { color: "#9d174d", name: "berry" },
  { color: "#b45309", name: "amber" },
  { color: "#166534", name: "green" },
  { color: "#0e7490", name: "sea" },
  { color: "#7c2d12", name: "rust" },
  { color: "#1f2937", name: "slate" },
] as const;

/** Returns the request that sets this branding and clears everything else. */
export function changesTo({ primary_color, font, logo_url, cover_url, theme }: Branding): ChangeBranding {
  return {
    primary_color: primary_color ?? "",
    font: FONTS.find((name) => name === font) ?? "",
    logo_url: logo_url ?? "",
    cover_url: cover_url ?? "",
    theme,
  };
}

export function isSame(one: Branding, other: Branding): boolean {
  return JSON.stringify(changesTo(one)) === JSON.stringify(changesTo(other));
}

export function brandingOf({ primary_color, font, logo_url, cover_url, theme }: Branding): Branding {
  return { primary_color, font, logo_url, cover_url, theme };
}
