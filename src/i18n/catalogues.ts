import type { AddressForm } from "../kernel/address-forms.ts";
import { english } from "./english.ts";
import { type Language, localeOf, PSEUDO, type ReaderLocale } from "./languages.ts";
import { type Catalogue, createTexts, type HostTexts, type Texts } from "./texts.ts";

/** The file of a language, which `scripts/build-assets.ts` writes. */
export interface LanguageFile {
  texts: Catalogue;
  /** The texts that differ if guests are addressed informally. Only some languages have both forms. */
  informal?: Catalogue;
  cities: Readonly<Record<string, string>>;
}

/** The readers of a file. The file for hosts includes the guests' texts. */
export type Readers = "guests" | "hosts";

/** The texts of all readers. An isolate loads a language on its first use. */
export interface Catalogues {
  /** The texts of a reader, if the isolate has them. English always is there. @param form the event's; default: formal */
  loaded(reader: ReaderLocale, form?: AddressForm): Texts | null;
  /** The texts of a reader; English while their file cannot be read. @param form the event's; default: formal */
  load(reader: ReaderLocale, form?: AddressForm): Promise<Texts>;
  /**
   * The texts of a reader with those for hosts, English from a file as well.
   * @throws what reading the file threw: what is sent to hosts comes from a queue, and is tried again
   */
  loadForHosts(reader: ReaderLocale): Promise<HostTexts>;
}

/**
 * @param read reads the file of a language
 * @param onFailure is called when a guests' file cannot be read; the next request for the language tries again
 */
export function createCatalogues(
  read: (language: Language, readers: Readers) => Promise<LanguageFile>,
  onFailure: (language: Language, error: unknown) => void,
): Catalogues {
  const files = new Map<Language, LanguageFile>();
  const known = { formal: new Map<ReaderLocale, Texts>(), informal: new Map<ReaderLocale, Texts>() };
  const hostFiles = new Map<Language, LanguageFile>();
  const forHosts = new Map<ReaderLocale, HostTexts>();
  const loaded = (reader: ReaderLocale, form: AddressForm = "formal") => {
    const locale = localeOf(reader);
    if (locale === "en" || locale === PSEUDO) return english(reader);
    const texts = known[form].get(reader);
    const file = files.get(locale);
    if (texts !== undefined || file === undefined) return texts ?? null;
    const { informal } = file;
    const created =
      form === "informal" && informal !== undefined
        ? createTexts(locale, overlaid(file.texts, informal), file.cities, reader, form)
        : createTexts(locale, file.texts, file.cities, reader);
    known[form].set(reader, created);
    return created;
  };
  return {
    loaded,
    async load(reader, form) {
      const locale = localeOf(reader);
      const texts = loaded(reader, form);
      if (texts !== null || locale === "en" || locale === PSEUDO) return texts ?? english();
      try {
        files.set(locale, files.get(locale) ?? (await read(locale, "guests")));
        return loaded(reader, form) ?? english();
      } catch (error) {
        onFailure(locale, error);
        return english();
      }
    },
    async loadForHosts(reader) {
      const texts = forHosts.get(reader);
      if (texts !== undefined) return texts;
      const locale = localeOf(reader);
      const language = locale === PSEUDO ? "en" : locale;
      const file = hostFiles.get(language) ?? (await read(language, "hosts"));
      hostFiles.set(language, file);
      const created = forHosts.get(reader) ?? createTexts(locale, file.texts, file.cities, reader);
      forHosts.set(reader, created);
      return created;
    },
  };
}

/** Returns a copy of a catalogue that has the texts of another where that one has them. */
export function overlaid(texts: Catalogue, others: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(texts).map(([area, own]) => [area, { ...own, ...others[area] }]));
}
