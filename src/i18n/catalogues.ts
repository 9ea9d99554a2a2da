import { messagesOf } from "./compile.ts";
import { english } from "./english.ts";
import { type Language, type Locale, PSEUDO } from "./languages.ts";
import { type Catalogue, createTexts, type Texts } from "./texts.ts";

/** What `scripts/build-assets.ts` writes for a language. */
export interface LanguageFile {
  texts: Catalogue;
  cities: Readonly<Record<string, string>>;
}

/** The texts of all locales, of which an isolate loads those that somebody reads. */
export interface Catalogues {
  /** The texts of a locale, if the isolate has them. English always is there. */
  loaded(locale: Locale): Texts | null;
  /** The texts of a locale; English while its file cannot be read. */
  load(locale: Locale): Promise<Texts>;
}

/**
 * @param read reads the file of a language
 * @param onFailure is told of a file that could not be read: it is tried again with the next reader
 */
export function createCatalogues(
  read: (language: Language) => Promise<LanguageFile>,
  onFailure: (language: Language, error: unknown) => void,
): Catalogues {
  const known = new Map<Locale, Texts>();
  const loaded = (locale: Locale) =>
    locale === "en" || locale === PSEUDO ? english(locale) : (known.get(locale) ?? null);
  return {
    loaded,
    async load(locale) {
      const texts = loaded(locale);
      if (texts !== null || locale === "en" || locale === PSEUDO) return texts ?? english();
      try {
        const file = await read(locale);
        const created = known.get(locale) ?? createTexts(locale, messagesOf(file.texts), file.cities);
        known.set(locale, created);
        return created;
      } catch (error) {
        onFailure(locale, error);
        return english();
      }
    },
  };
}
