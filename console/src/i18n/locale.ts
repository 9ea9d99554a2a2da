/** The languages that the console has. Their names are theirs. */
export const LANGUAGES = { en: "English" } as const;
export type Language = keyof typeof LANGUAGES;

/**
 * How the console is shown: a language, and two that exist to try it. `pseudo` is English twice as long and in letters that
 * no text in the code has; `pseudo-rtl` is the same from right to left.
 */
export type Locale = Language | "pseudo" | "pseudo-rtl";

const KEY = "usher.locale";
const PSEUDO: Locale[] = ["pseudo", "pseudo-rtl"];

/** The locale of `?locale=`, which is remembered, else the remembered one, else the first that the browser prefers. */
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

export function remember(locale: Locale): void {
  localStorage.setItem(KEY, locale);
}

/** The language whose catalogue and formats a locale uses. */
export function languageOf(locale: Locale): Language {
  return isLanguage(locale) ? locale : "en";
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
