import cities from "./cities/en.json" with { type: "json" };
import { englishCatalogue } from "./english-catalogue.ts";
import type { PSEUDO } from "./languages.ts";
import { createTexts, type Texts } from "./texts.ts";

const made = new Map<"en" | typeof PSEUDO, Texts>();

/** The texts in English, which are always there; or in the pseudo-locale, which is made of them. */
export function english(locale: "en" | typeof PSEUDO = "en"): Texts {
  const texts = made.get(locale) ?? createTexts(locale, englishCatalogue, cities);
  made.set(locale, texts);
  return texts;
}
