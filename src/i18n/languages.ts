/** The languages of texts for guests, by BCP 47 tag, each with its own name for itself. */
export const LANGUAGES = {
  en: "English",
  es: "Español",
  fr: "Français",
  de: "Deutsch",
  it: "Italiano",
  "pt-BR": "Português (Brasil)",
  nl: "Nederlands",
  pl: "Polski",
  tr: "Türkçe",
  ar: "العربية",
  ja: "日本語",
  "zh-Hans": "简体中文",
} as const;

export type Language = keyof typeof LANGUAGES;

/**
 * English in letters that English lacks, twice as long: text that does not come from a catalogue stands out. The tag is
 * Unicode's for pseudo-accents, for which no browser asks by default.
 */
export const PSEUDO = "en-XA";
export type Locale = Language | typeof PSEUDO;
/**
 * The locale of a reader: its texts, and the region by whose customs dates and times are written where that is not the
 * language's own: `en-US`, `de-AT`, `es-MX`.
 */
export type ReaderLocale = Locale | `${Language}-${Uppercase<string>}`;

const RTL = new Set<Locale>(["ar"]);

/** Day before month and 24 hours in English; in Arabic the digits of codes, tables and addresses. */
const INTL_TAGS: Partial<Record<Locale, string>> = { en: "en-GB", [PSEUDO]: "en-GB", ar: "ar-u-nu-latn" };

export function directionOf(locale: Locale): "ltr" | "rtl" {
  return RTL.has(locale) ? "rtl" : "ltr";
}

/** The tag by which `Intl` formats dates, numbers and lists for the readers of a locale. */
export function intlTagOf(locale: Locale): string {
  return INTL_TAGS[locale] ?? locale;
}

/** The locale whose texts a reader gets. */
export function localeOf(reader: ReaderLocale): Locale {
  if (isLocale(reader)) return reader;
  const [language] = reader.split("-");
  const languages = Object.keys(LANGUAGES) as Language[];
  return languages.find((one) => one.split("-")[0] === language) ?? "en";
}

/** The tag by which `Intl` formats dates, numbers and lists for a reader. */
export function formatTagOf(reader: ReaderLocale): string {
  if (isLocale(reader)) return intlTagOf(reader);
  return reader.startsWith("ar-") ? `${reader}-u-nu-latn` : reader;
}

export function isLocale(tag: string): tag is Locale {
  return tag === PSEUDO || Object.hasOwn(LANGUAGES, tag);
}
