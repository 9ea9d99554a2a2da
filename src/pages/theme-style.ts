import type { Locale } from "../i18n/languages.ts";
import { withScript } from "../i18n/script-fonts.ts";
import { type Brand, type Palette, themeOf } from "../kernel/brand.ts";
import { themeNamed } from "../kernel/themes.ts";
import { type FontFace, fontFaceRules, THEME_FONTS } from "./theme-fonts.ts";

/** The serifs of headings where the theme is the default one: every system has one of them. */
const SERIFS = "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia";
const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans'";

/** The fonts of themes have no italics, and one that a browser makes up looks it. */
const UPRIGHT = ".sheet .dear.display{font-style:normal}";

/** One small ornament of each theme. */
const ORNAMENTS: Record<keyof typeof THEME_FONTS, string> = {
  garden: below(
    "width:7rem;height:.6rem;background:radial-gradient(var(--accent) .16rem,#0000 .18rem) 50%/1.2rem 100% no-repeat,linear-gradient(var(--accent),var(--accent)) 0/100% 1px no-repeat",
  ),
  letter: ".sheet{outline:1px solid var(--line);outline-offset:-.7rem}",
  midnight: below("width:4.5rem;height:5px;border-block:1px solid var(--brand-primary)"),
  confetti:
    ".band{height:1.5rem;background:radial-gradient(#f5b700 .22rem,#0000 .24rem) 0/2.9rem 1.3rem,radial-gradient(var(--brand-primary) .26rem,#0000 .28rem) 1rem .6rem/2.3rem 1.7rem}",
  deco: below("width:5rem;height:.55rem;background:repeating-linear-gradient(90deg,#b8923f 0 2px,#0000 2px 7px)"),
  studio: below("width:3rem;height:.4rem;background:var(--brand-primary)"),
};

/** An ornament below the name of the event. */
function below(style: string): string {
  return `.sheet h1::after{content:"";display:block;margin-top:1.2rem;${style}}`;
}

/**
 * An event's theme as CSS: its variables, and the faces of the fonts that this page uses. `themeOf` computes or checks every
 * value: none is a host's raw text.
 */
export function themeStyle(brand: Brand | null, locale: Locale): string {
  const name = themeNamed(brand?.theme);
  const theme = themeOf(brand);
  // The host's font applies to headings, too.
  const fonts = brand?.font || name === "plain" ? null : THEME_FONTS[name];
  const text = fonts === null ? theme.fontStack : stackOf(fonts.text);
  const display = fonts === null ? (brand?.font ? theme.fontStack : `${SERIFS},serif`) : stackOf(fonts.display);
  const root = [
    `--brand-primary:${theme.button.background}`,
    `--on-brand:${theme.button.text}`,
    `--font:${withScript(text, locale)}`,
    `--display:${withScript(display, locale)}`,
    paletteStyle(theme.light),
  ].join(";");
  const faces = fonts === null ? "" : fontFaceRules(fonts.display) + fontFaceRules(fonts.text);
  return `${faces}:root{${root}}@media(prefers-color-scheme:dark){:root{${paletteStyle(theme.dark)}}}`;
}

/** The ornament of an event's theme, for after the rules that it changes. */
export function ornamentOf(brand: Brand | null): string {
  const name = themeNamed(brand?.theme);
  return name === "plain" ? "" : `${ORNAMENTS[name]}${UPRIGHT}`;
}

function stackOf({ family, generic }: FontFace): string {
  return `"${family}",${generic === "serif" ? "Georgia,serif" : `${SANS},sans-serif`}`;
}

function paletteStyle(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");
}
