import { readFileSync } from "node:fs";
import { decode } from "fast-png";
import { expect, test } from "vitest";
import { themeOf } from "../../src/kernel/brand.ts";
import { THEME_NAMES } from "../../src/kernel/themes.ts";

test.each(THEME_NAMES)("has the colours of the theme %s in the picture of its link preview", (theme) => {
  const { width, height, channels, data } = decode(readFileSync(`src/pages/cards/${theme}.png`));
  const colorAt = (x: number, y: number) => {
    const start = (y * width + x) * channels;
    return `#${Buffer.from(data.slice(start, start + 3)).toString("hex")}`;
  };
  const { light, button } = themeOf({ primaryColor: null, font: null, logoUrl: null, coverUrl: null, theme });
  expect([width, height]).toEqual([1200, 630]);
  expect([colorAt(10, 10), colorAt(600, 452), colorAt(600, 520)]).toEqual([
    light.page,
    light.accent,
    button.background,
  ]);
});
