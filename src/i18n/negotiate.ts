import {
  intlTagOf,
  isLocale,
  LANGUAGES,
  type Language,
  type Locale,
  localeOf,
  PSEUDO,
  type ReaderLocale,
} from "./languages.ts";

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

/**
 * Returns the first language of the hints that has a catalogue, or English, with the region of its tag. A choice on a
 * page names no region, so it takes the one that the browser accepts for the language.
 */
export function negotiate({ chosen, guest, accepted, event }: LanguageHints): ReaderLocale {
  const preferred = preferencesOf(accepted ?? "").map(readerFor);
  const choice = readerFor(chosen);
  if (choice !== null) return preferred.find((reader) => reader !== null && localeOf(reader) === choice) ?? choice;
  return readerFor(guest) ?? preferred.find((reader) => reader !== null) ?? readerFor(event) ?? "en";
}

/**
 * Returns the locale for a language tag: the locale of the same language in the same script, in any region. `pt-PT`
 * gets `pt-BR`, `zh-CN` gets `zh-Hans`, and `zh-TW` gets none.
 * @returns null for a language without a catalogue and for a text that is not a tag
 */
export function localeFor(tag: string | null | undefined): Locale | null {
  const reader = readerFor(tag);
  return reader === null ? null : localeOf(reader);
}

/**
 * Returns the locale for a language tag, with its region where that is not the one of the language's own dates: `en`
 * and `en-GB` get `en`, `en-US` stays, `de-DE` gets `de`.
 */
function readerFor(tag: string | null | undefined): ReaderLocale | null {
  if (tag === null || tag === undefined || tag === "") return null;
  if (isLocale(tag)) return tag;
  const known = found.get(tag);
  if (known !== undefined) return known;
  const locale = match(tag);
  const reader = locale === null || locale === PSEUDO ? locale : withRegion(locale, tag);
  if (found.size < MAX_KNOWN_TAGS) found.set(tag, reader);
  return reader;
}

/** Tags that were looked up: computing a likely script takes longer than everything else here. */
const found = new Map<string, ReaderLocale | null>();
const MAX_KNOWN_TAGS = 200;

/** Drops a region that `Intl` has no customs for, so that readers have a few hundred locales at most. */
function withRegion(locale: Language, tag: string): ReaderLocale {
  const { language, region } = new Intl.Locale(tag);
  const regional = `${language}-${region}`;
  const [supported] = region === undefined ? [] : Intl.DateTimeFormat.supportedLocalesOf(regional);
  if (supported === undefined || new Intl.DateTimeFormat(supported).resolvedOptions().locale !== regional)
    return locale;
  const own = new Intl.Locale(intlTagOf(locale)).maximize();
  return own.region === region ? locale : (regional as ReaderLocale);
}

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
