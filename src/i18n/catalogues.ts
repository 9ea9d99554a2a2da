import { english } from "./english.ts";
import { type Language, type Locale, PSEUDO } from "./languages.ts";
import { type Catalogue, createTexts, type HostTexts, type Texts } from "./texts.ts";

/** The file of a language, which `scripts/build-assets.ts` writes. */
export interface LanguageFile {
  texts: Catalogue;
  cities: Readonly<Record<string, string>>;
}

/** The readers of a file. The file for hosts includes the guests' texts. */
export type Readers = "guests" | "hosts";

/** The texts of all locales. An isolate loads a locale on its first use. */
export interface Catalogues {
  /** The texts of a locale, if the isolate has them. English always is there. */
  loaded(locale: Locale): Texts | null;
  /** The texts of a locale; English while its file cannot be read. */
  load(locale: Locale): Promise<Texts>;
  /**
   * The texts of a locale with those for hosts, English from a file as well.
   * @throws what reading the file threw: what is sent to hosts comes from a queue, and is tried again
   */
  loadForHosts(locale: Locale): Promise<HostTexts>;
}

/**
 * @param read reads the file of a language
 * @param onFailure is called when a guests' file cannot be read; the next request for the locale tries again
 */
export function createCatalogues(
  read: (language: Language, readers: Readers) => Promise<LanguageFile>,
  onFailure: (language: Language, error: unknown) => void,
): Catalogues {
  const known = new Map<Locale, Texts>();
  const forHosts = new Map<Locale, HostTexts>();
  const loaded = (locale: Locale) =>
    locale === "en" || locale === PSEUDO ? english(locale) : (known.get(locale) ?? null);
  return {
    loaded,
    async load(locale) {
      const texts = loaded(locale);
      if (texts !== null || locale === "en" || locale === PSEUDO) return texts ?? english();
      try {
        const file = await read(locale, "guests");
        const created = known.get(locale) ?? createTexts(locale, file.texts, file.cities);
        known.set(locale, created);
        return created;
      } catch (error) {
        onFailure(locale, error);
        return english();
      }
    },
    async loadForHosts(locale) {
      const texts = forHosts.get(locale);
      if (texts !== undefined) return texts;
      const file = await read(locale === PSEUDO ? "en" : locale, "hosts");
      const created = forHosts.get(locale) ?? createTexts(locale, file.texts, file.cities);
      forHosts.set(locale, created);
      return created;
    },
  };
}
