import type { Locale } from "./languages.ts";

/**
 * Fonts of systems for the letters that a stack of Latin fonts lacks. Chinese and Japanese share characters that look
 * different in each language, so each has a named font. Without one, the choice depends on the reader's system.
 */
const SCRIPTS: Partial<Record<Locale, { serif: string; sans: string }>> = {
  ar: {
    serif: "'Noto Naskh Arabic','Geeza Pro','Traditional Arabic'",
    sans: "'Noto Sans Arabic','Geeza Pro',Tahoma",
  },
  ja: {
    serif: "'Hiragino Mincho ProN','Noto Serif JP','Noto Serif CJK JP','Yu Mincho'",
    sans: "'Hiragino Sans','Noto Sans JP','Noto Sans CJK JP','Yu Gothic'",
  },
  "zh-Hans": {
    serif: "'Songti SC','Noto Serif SC','Noto Serif CJK SC',SimSun",
    sans: "'PingFang SC','Noto Sans SC','Noto Sans CJK SC','Microsoft YaHei'",
  },
};

/**
 * A stack of fonts with those for the letters of a language, before the generic family at its end. Without `system-ui`, which
 * is a font with the characters of the system's own language: a Chinese page on a Japanese phone would be drawn with it.
 */
export function withScript(stack: string, locale: Locale): string {
  const script = SCRIPTS[locale];
  if (script === undefined) return stack;
  const end = stack.lastIndexOf(",") + 1;
  const generic = stack.slice(end).trim();
  const fonts = stack.slice(0, end).replace(/system-ui, ?/, "");
  return `${fonts}${generic === "serif" ? script.serif : script.sans},${generic}`;
}
