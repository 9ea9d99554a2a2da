import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { themeOf } from "../../src/kernel/brand.ts";
import { contrast } from "../../src/kernel/colors.ts";
import { THEME_NAMES } from "../../src/kernel/themes.ts";

/** Colours of the error text on pages, in both schemes. */
const WRONG = { light: "#a81f17", dark: "#ff9d94" };
const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

/** Asserts the contrast of WCAG 2.2 §1.4.3 in both colour schemes, on every background. @param primaryColor null for the theme's own */
function expectReadable(theme: string, primaryColor: string | null): void {
  const { light, dark, button } = themeOf({ theme, primaryColor, font: null, logoUrl: null, coverUrl: null });
  expect(contrast(button.background, button.text), theme).toBeGreaterThanOrEqual(4.5);
  for (const [scheme, palette] of Object.entries({ light, dark })) {
    const { page, card, panel, text, muted, accent } = palette;
    for (const ground of [page, card, panel]) {
      expect(contrast(ground, text), `text, ${theme}, ${scheme}`).toBeGreaterThanOrEqual(7);
      expect(contrast(ground, muted), `muted, ${theme}, ${scheme}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ground, accent), `accent, ${theme}, ${scheme}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of [card, panel]) {
      const wrong = WRONG[scheme === "light" ? "light" : "dark"];
      expect(contrast(ground, wrong), `wrong, ${theme}, ${scheme}`).toBeGreaterThanOrEqual(4.5);
    }
  }
}

describe.each(THEME_NAMES)("theme %s", (name) => {
  it("has enough contrast in light and dark, with its own colour and any other", () => {
    expectReadable(name, null);
    fc.assert(fc.property(hex, (color) => expectReadable(name, color)));
  });
});

it("has six themes and a default, which also renders an unknown name", () => {
  expect(THEME_NAMES).toHaveLength(7);
  const brand = { primaryColor: null, font: null, logoUrl: null, coverUrl: null };
  expect(themeOf({ ...brand, theme: "constructor" })).toEqual(themeOf(null));
  expect(new Set(THEME_NAMES.map((theme) => JSON.stringify(themeOf({ ...brand, theme })))).size).toBe(7);
});
