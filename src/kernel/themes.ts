/** Colours of backgrounds, texts and lines, as `#rrggbb`. */
interface Grounds {
  page: string;
  card: string;
  /** Default: the card, mixed with the primary colour. */
  panel?: string;
  text: string;
  muted: string;
  line: string;
}

interface ThemeDefinition {
  /** The colour of buttons and links if the event has none. */
  primary: string;
  light: Grounds;
  dark: Grounds;
  /** The generic family that replaces its fonts in emails, and for letters that they lack. */
  generic: "serif" | "sans-serif";
}

export type ThemeName = "plain" | "garden" | "letter" | "midnight" | "confetti" | "deco" | "studio";

/**
 * The themes of events. `plain` is the default and downloads no font; pages/theme-fonts.ts has the fonts of the others.
 */
export const THEMES: Record<ThemeName, ThemeDefinition> = {
  plain: {
    primary: "#4338ca",
    light: { page: "#f4f4f6", card: "#ffffff", text: "#1c1c22", muted: "#5c5c66", line: "#e2e2e8" },
    dark: { page: "#111114", card: "#1d1d22", text: "#f2f2f5", muted: "#b4b4be", line: "#37373f" },
    generic: "sans-serif",
  },
  garden: {
    primary: "#3d6b4f",
    light: { page: "#e9efe4", card: "#fbfcf7", text: "#22302a", muted: "#4f5e55", line: "#d5dfd0" },
    dark: { page: "#0f1512", card: "#19211c", text: "#eef3ec", muted: "#aebbb0", line: "#333f37" },
    generic: "serif",
  },
  letter: {
    primary: "#8f3b2a",
    light: { page: "#ece3d4", card: "#fbf6ec", text: "#2b211b", muted: "#5f5045", line: "#dfd1bd" },
    dark: { page: "#15110e", card: "#211b17", text: "#f6eee4", muted: "#c4b5a6", line: "#42372f" },
    generic: "serif",
  },
  midnight: {
    primary: "#c9a24b",
    light: { page: "#e4e7f0", card: "#f9f9fc", panel: "#eef0f7", text: "#161b33", muted: "#4d5373", line: "#d3d7e5" },
    dark: { page: "#090c1a", card: "#12172b", panel: "#1a2140", text: "#f0eee6", muted: "#b0b3c6", line: "#2d3452" },
    generic: "sans-serif",
  },
  confetti: {
    primary: "#c72c63",
    light: { page: "#ffeee8", card: "#fffdfb", text: "#2e1d2a", muted: "#66505e", line: "#f2d9d3" },
    dark: { page: "#1a1019", card: "#261a25", text: "#fbeff4", muted: "#c9b3c1", line: "#46333f" },
    generic: "sans-serif",
  },
  deco: {
    primary: "#0f5c4d",
    light: { page: "#ede8da", card: "#fbf8f0", text: "#1e2320", muted: "#575548", line: "#d9ceb1" },
    dark: { page: "#0b1110", card: "#141c1a", text: "#f4eedd", muted: "#bdb7a3", line: "#3d4440" },
    generic: "sans-serif",
  },
  studio: {
    primary: "#c92f17",
    light: { page: "#f0f0ed", card: "#ffffff", panel: "#f5f5f2", text: "#111111", muted: "#575757", line: "#dcdcd8" },
    dark: { page: "#0c0c0c", card: "#181818", panel: "#232322", text: "#f5f5f3", muted: "#b3b3b0", line: "#383836" },
    generic: "sans-serif",
  },
};

/** Their names, as in requests and responses. */
export const THEME_NAMES = Object.keys(THEMES) as [ThemeName, ...ThemeName[]];

/** The theme of a stored name: the default one for null or a name that is no longer offered. */
export function themeNamed(name: string | null | undefined): ThemeName {
  return THEME_NAMES.find((known) => known === name) ?? "plain";
}
