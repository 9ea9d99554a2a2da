import type { ThemeName } from "../kernel/themes.ts";

/** The picture of a link's preview. */
export interface LinkImage {
  /** A path of this service. */
  path: string;
  /** Pixels, where the size is known. */
  width?: number;
  height?: number;
}

/** Returns the picture of a theme. `npx node scripts/take-screenshots.ts cards` draws the pictures in src/pages/cards. */
export function themeImage(theme: ThemeName): LinkImage {
  return { path: `/assets/cards/${theme}.png`, width: 1200, height: 630 };
}
