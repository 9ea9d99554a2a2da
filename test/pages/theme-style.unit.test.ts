import { describe, expect, it } from "vitest";
import { THEME_NAMES } from "../../src/kernel/themes.ts";
import { THEME_FONTS } from "../../src/pages/theme-fonts.ts";
import { ornamentOf, themeStyle } from "../../src/pages/theme-style.ts";

const brand = (theme: string, primaryColor: string | null = null) => ({
  theme,
  primaryColor,
  font: null,
  logoUrl: null,
  coverUrl: null,
});

describe("themeStyle", () => {
  /** Colours with little contrast on white, black or themselves; `themes.unit.test.ts` computes the contrast of any colour. */
  it.each(["#ffee00", "#000000", "#ffffff", "#808080", "#e11d48"])("sets the colour %s in every theme", (color) => {
    for (const theme of THEME_NAMES)
      expect(themeStyle(brand(theme, color), "en")).toContain(`--brand-primary:${color};`);
  });

  it.each(THEME_NAMES)("declares the fonts of %s, and none for the default theme", (theme) => {
    const style = themeStyle(brand(theme), "en") + ornamentOf(brand(theme));
    const families = theme === "plain" ? [] : Object.values(THEME_FONTS[theme]).map(({ family }) => family);
    for (const family of families) expect(style).toContain(`@font-face{font-family:"${family}"`);
    expect(style.split("@font-face").length - 1).toBe(2 * families.length);
    expect(style).not.toMatch(/https?:|undefined/);
  });
});
