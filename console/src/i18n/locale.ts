/** The languages of the console, each with its own name. */
export const LANGUAGES = { en: "English" } as const;
export type Language = keyof typeof LANGUAGES;

/**
 * A language, or one of two test locales. `pseudo` is English of double length, with letters that no text in the code has;
 * `pseudo-rtl` also runs from right to left.
 */
export type Locale = Language | "pseudo" | "pseudo-rtl";

const KEY = "usher.locale";
const PSEUDO: Locale[] = ["pseudo", "pseudo-rtl"];

/** Returns the locale of `?locale=`, and remembers it; else the remembered locale; else the browser's first supported one. */
export function readLocale(): Locale {
  const asked = new URLSearchParams(location.search).get("locale");
  if (asked !== null && isLocale(asked)) {
    remember(asked);
    return asked;
  }
  const remembered = localStorage.getItem(KEY);
  if (remembered !== null && isLocale(remembered)) return remembered;
  return navigator.languages.map((tag) => tag.split("-")[0] ?? "").find(isLanguage) ?? "en";
}

function remember(locale: Locale): void {
  localStorage.setItem(KEY, locale);
}

/** Returns the language of a locale's texts and formats. */
export function languageOf(locale: Locale): Language {
  return isLanguage(locale) ? locale : "en";
}

/** Returns the tag for dates and numbers: the browser's region of the language, else British English. */
export function formatTag(locale: Locale): string {
  const language = languageOf(locale);
  const regional = navigator.languages.find((tag) => tag.startsWith(`${language}-`));
  return regional ?? (language === "en" ? "en-GB" : language);
}

export function directionOf(locale: Locale): "ltr" | "rtl" {
  if (locale === "pseudo-rtl") return "rtl";
  return RTL_LANGUAGES.has(locale) ? "rtl" : "ltr";
}

const RTL_LANGUAGES = new Set<string>(["ar", "fa", "he", "ur"]);

function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

function isLocale(text: string): text is Locale {
  return isLanguage(text) || PSEUDO.includes(text as Locale);
}
