import { createFormats, type Formats } from "./formats.ts";
import { directionOf, type Locale } from "./languages.ts";
import type english from "./locales/en.json";
import { type Message, messageParser, type Part, type Values } from "./message.ts";

/** The texts of a language: areas of keys, as `locales/en.json` has them. */
export type English = typeof english;
export type Area = keyof English;
/** The name of a text: its area and its key in it, such as `guest.send`. */
export type TextId = { [A in Area]: `${A}.${Extract<keyof English[A], string>}` }[Area];
/** The texts of some areas, in MessageFormat 2. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What is said to the readers of one locale, and how. */
export interface Texts {
  /** A BCP 47 tag, for `lang` and `Content-Language`. */
  locale: Locale;
  dir: "ltr" | "rtl";
  /** A text as plain words; markup is left out. */
  format(id: TextId, values?: Values): string;
  /** A text in parts, for those with markup. */
  parts(id: TextId, values?: Values): readonly Part[];
  /** The catalogue's texts of some areas, for a script that formats them in a browser. */
  sources(...areas: Area[]): Catalogue;
  /** Sentences one after the other. */
  sentences(sentences: readonly string[]): string;
  formats: Formats;
}

/** Languages that write no space between sentences. */
const WITHOUT_SPACES = new Set<Locale>(["ja", "zh-Hans"]);
const NO_VALUES: Values = {};

/**
 * The texts of a locale, each parsed when it is first needed: keep the result for the isolate's life.
 * @param cities the places of time zones, by the zone's name; see `cityOf`
 * @throws Error when a text is asked for that the catalogue lacks
 */
export function createTexts(locale: Locale, catalogue: Catalogue, cities: Readonly<Record<string, string>>): Texts {
  const parse = messageParser(locale);
  const parsed = new Map<TextId, Message>();
  const messageOf = (id: TextId): Message => {
    const known = parsed.get(id);
    if (known !== undefined) return known;
    const dot = id.indexOf(".");
    const source = catalogue[id.slice(0, dot)]?.[id.slice(dot + 1)];
    if (source === undefined) throw new Error(`The catalogue of ${locale} has no ${id}.`);
    const message = parse(source);
    parsed.set(id, message);
    return message;
  };
  const parts = (id: TextId, values: Values = NO_VALUES) => messageOf(id)(values);
  return {
    locale,
    dir: directionOf(locale),
    parts,
    format: (id, values) =>
      parts(id, values)
        .filter((part) => typeof part === "string")
        .join(""),
    sources: (...areas) => Object.fromEntries(areas.map((area) => [area, catalogue[area] ?? {}])),
    sentences: (sentences) => sentences.filter(Boolean).join(WITHOUT_SPACES.has(locale) ? "" : " "),
    formats: createFormats(locale, cities),
  };
}
