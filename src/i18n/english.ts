import cities from "./cities/en.json" with { type: "json" };
import { messagesOf } from "./compile.ts";
import type { PSEUDO } from "./languages.ts";
import catalogue from "./locales/en.json" with { type: "json" };
import { createTexts, type Texts } from "./texts.ts";

const messages = messagesOf(catalogue);
const made = new Map<"en" | typeof PSEUDO, Texts>();

/** The texts in English, which are always there; or in the pseudo-locale, which is made of them. */
export function english(locale: "en" | typeof PSEUDO = "en"): Texts {
  const texts = made.get(locale) ?? createTexts(locale, messages, cities);
  made.set(locale, texts);
  return texts;
}
