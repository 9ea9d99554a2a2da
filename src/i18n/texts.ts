import type { AddressForm } from "../kernel/address-forms.ts";
import { createFormats, type Formats } from "./formats.ts";
import type hosts from "./hosts/en.json";
import { directionOf, formatTagOf, type Locale, type ReaderLocale } from "./languages.ts";
import type english from "./locales/en.json";
import { type CompiledMessage, messageFormatter, type Part, type Values } from "./message.ts";

/** The texts of a language: areas of keys, as `locales/en.json` has them. */
export type English = typeof english;
export type Area = keyof English;
/** The name of a text: its area and its key in it, such as `guest.send`. */
export type TextId = { [A in Area]: `${A}.${Extract<keyof English[A], string>}` }[Area];
/** The name of a text for hosts alone, which `hosts/en.json` has. */
export type HostTextId = {
  [A in keyof typeof hosts]: `${A}.${Extract<keyof (typeof hosts)[A], string>}`;
}[keyof typeof hosts];
/** The compiled texts of some areas, by area and key. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, CompiledMessage>>>>;

/**
 * The texts of one locale, and how they are formatted.
 * @typeParam Id the names of the texts
 */
export interface Texts<Id extends TextId | HostTextId = TextId> {
  /** A BCP 47 tag, for `lang` and `Content-Language`. */
  locale: Locale;
  /** The tag by which `formats` writes dates and times, for scripts. */
  formatTag: string;
  dir: "ltr" | "rtl";
  /** How the texts address guests. Formal in a language with one form. */
  form: AddressForm;
  /** Returns a text without its markup. */
  format(id: Id, values?: Values): string;
  /** A text in parts, for those with markup. */
  parts(id: Id, values?: Values): readonly Part[];
  /** The texts behind `format`, for a script that formats an area's texts in a browser. */
  catalogue: Catalogue;
  /** The separator of two sentences: empty in Japanese and Chinese. */
  space: string;
  /** Sentences one after the other. */
  sentences(sentences: readonly string[]): string;
  formats: Formats;
}

/** The texts for hosts, in addition to those for guests. */
export type HostTexts = Texts<TextId | HostTextId>;

/** Languages that write no space between sentences. */
const WITHOUT_SPACES = new Set<Locale>(["ja", "zh-Hans"]);
const NO_VALUES: Values = {};

/**
 * The texts of a locale.
 * @param cities the places of time zones, by the zone's name; see `cityOf`
 * @param reader the region by whose customs dates are written, if it is not the locale's own
 * @param form how the texts of the catalogue address guests
 * @throws Error when a text is asked for that the catalogue lacks
 */
export function createTexts(
  locale: Locale,
  catalogue: Catalogue,
  cities: Readonly<Record<string, string>>,
  reader: ReaderLocale = locale,
  form: AddressForm = "formal",
): HostTexts {
  const formatTag = formatTagOf(reader);
  const format = messageFormatter(locale);
  const parts = (id: TextId | HostTextId, values: Values = NO_VALUES): readonly Part[] => {
    const dot = id.indexOf(".");
    const message = catalogue[id.slice(0, dot)]?.[id.slice(dot + 1)];
    if (message === undefined) throw new Error(`The catalogue of ${locale} has no ${id}.`);
    return format(message, values);
  };
  const space = WITHOUT_SPACES.has(locale) ? "" : " ";
  return {
    locale,
    formatTag,
    dir: directionOf(locale),
    form,
    parts,
    format: (id, values) =>
      parts(id, values)
        .filter((part) => typeof part === "string")
        .join(""),
    catalogue,
    space,
    sentences: (sentences) => sentences.filter(Boolean).join(space),
    formats: createFormats(formatTag, cities),
  };
}
