import cities from "./cities/en.json" with { type: "json" };
import { englishCatalogue } from "./english-catalogue.ts";
import type { PSEUDO } from "./languages.ts";
import { createTexts, type Texts } from "./texts.ts";

const made = new Map<"en" | typeof PSEUDO, Texts>();

/** Returns the texts in English, or in the pseudo-locale, which is derived from them. Both are always available. */
export function english(locale: "en" | typeof PSEUDO = "en"): Texts {
  const texts = made.get(locale) ?? createTexts(locale, englishCatalogue, cities);
  made.set(locale, texts);
  return texts;
}
