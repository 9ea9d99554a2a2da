import cities from "./cities/en.json" with { type: "json" };
import { englishCatalogue } from "./english-catalogue.ts";
import { PSEUDO, type ReaderLocale } from "./languages.ts";
import { createTexts, type Texts } from "./texts.ts";

const made = new Map<ReaderLocale, Texts>();

/** Returns the texts in English, or in the pseudo-locale, which is derived from them. They are always available. */
export function english(reader: ReaderLocale = "en"): Texts {
  const locale = reader === PSEUDO ? PSEUDO : "en";
  const texts = made.get(reader) ?? createTexts(locale, englishCatalogue, cities, reader);
  made.set(reader, texts);
  return texts;
}
