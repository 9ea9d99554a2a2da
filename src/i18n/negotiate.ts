import { isLocale, LANGUAGES, type Language, type Locale } from "./languages.ts";

/** More preferences than a person has. */
const MAX_PREFERENCES = 20;
const MAX_HEADER_LENGTH = 1_000;

/** Sources of a reader's language, each a BCP 47 tag. */
export interface LanguageHints {
  /** The reader's choice on a page. */
  chosen?: string | null | undefined;
  /** The guest's own, where the host knows it. */
  guest?: string | null | undefined;
  /** The header `Accept-Language`. */
  accepted?: string | null | undefined;
  /** The event's. */
  event?: string | null | undefined;
}

/** Returns the first language of the hints that has a catalogue, or English. */
export function negotiate({ chosen, guest, accepted, event }: LanguageHints): Locale {
  return (
    localeFor(chosen) ??
    localeFor(guest) ??
    preferencesOf(accepted ?? "")
      .map(localeFor)
      .find((found) => found !== null) ??
    localeFor(event) ??
    "en"
  );
}

/**
 * Returns the locale for a language tag: the locale of the same language in the same script, in any region. `pt-PT`
 * gets `pt-BR`, `zh-CN` gets `zh-Hans`, and `zh-TW` gets none.
 * @returns null for a language without a catalogue and for a text that is not a tag
 */
export function localeFor(tag: string | null | undefined): Locale | null {
  if (tag === null || tag === undefined || tag === "") return null;
  if (isLocale(tag)) return tag;
  const known = found.get(tag);
  if (known !== undefined) return known;
  const locale = match(tag);
  if (found.size < MAX_KNOWN_TAGS) found.set(tag, locale);
  return locale;
}

/** Tags that were looked up: computing a likely script takes longer than everything else here. */
const found = new Map<string, Locale | null>();
const MAX_KNOWN_TAGS = 200;

function match(tag: string): Locale | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (new Intl.Locale(tag).baseName.startsWith("en-XA")) return "en-XA";
    const languages = Object.keys(LANGUAGES) as Language[];
    return (
      languages.find((candidate) => {
        const own = new Intl.Locale(candidate).maximize();
        return own.language === language && own.script === script;
      }) ?? null
    );
  } catch {
    return null;
  }
}

/** The tags of an `Accept-Language` header (RFC 9110), most wanted first. What cannot be read is left out. */
function preferencesOf(header: string): string[] {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .split(",", MAX_PREFERENCES)
    .map((entry) => {
      const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return { tag, quality: Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== "" && tag !== "*" && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
