import { LANGUAGES } from "./languages.ts";

/** Error for a text that names no language, with the languages that have texts. */
export const NO_LANGUAGE = `must be a language tag (BCP 47), e.g. pt-BR. There are texts in ${Object.keys(LANGUAGES).join(", ")}`;

/**
 * Returns the language tag (BCP 47) that a text means, in its canonical case: `pt-br`, `pt_BR` and `pt_BR.UTF-8` are
 * `pt-BR`, and `German`, `deutsch` and `allemand` are `de`. Every `locale` of a request goes through this.
 * @returns null if the text names no language
 */
export function languageTagOf(text: string): string | null {
  const written = text.trim();
  return knownTag(written.replace(/[.@].*$/, "").replaceAll("_", "-")) ?? tagByName(written);
}

/** The language of every registered tag has two or three letters. `deutsch` is well-formed, too. */
const MAX_LANGUAGE_LENGTH = 3;

/** The canonical form of a tag; null for another text, also for a country such as `jp`, which no language has as its tag. */
function knownTag(text: string): string | null {
  try {
    const [tag = ""] = Intl.getCanonicalLocales(text);
    const { language } = new Intl.Locale(tag);
    const isKnown = language.length > 2 || namesOf("en", "language").of(language) !== undefined;
    return isKnown && language.length <= MAX_LANGUAGE_LENGTH ? tag : null;
  } catch {
    return null;
  }
}

let tags: ReadonlyMap<string, string> | undefined;

function tagByName(name: string): string | null {
  tags ??= new Map(namedTags());
  return tags.get(keyOf(name)) ?? tagByNames(name);
}

/** `English (US)`, `Spanish (Mexico)`: the name of a language, and a country as its code or its English name. */
function tagByNames(name: string): string | null {
  const [, language = "", country = ""] = /^([^()]+)\(([^()]+)\)$/.exec(name) ?? [];
  const tag = tags?.get(keyOf(language));
  const regions = namesOf("en", "region");
  const codes = pairsOfLetters();
  const code = codes.find((pair) => [pair, keyOf(regions.of(pair.toUpperCase()) ?? "")].includes(keyOf(country)));
  return tag === undefined || code === undefined ? null : knownTag(`${tag}-${code}`);
}

function pairsOfLetters(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
  return letters.flatMap((first) => letters.map((second) => first + second));
}

function namesOf(reader: string, type: "language" | "region", languageDisplay?: "standard" | "dialect") {
  return new Intl.DisplayNames(reader, { type, fallback: "none", ...(languageDisplay && { languageDisplay }) });
}

/** Compares names without case, marks and brackets: `portugues brasil` is `Português (Brasil)`. */
function keyOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
}

/** Names of languages: those with a tag of two letters in English, and those with texts in each of these languages. */
function* namedTags(): Generator<[name: string, tag: string]> {
  yield* namesIn("en", pairsOfLetters());
  const languages = Object.keys(LANGUAGES);
  for (const reader of languages) yield* namesIn(reader, [...languages, "pt", "zh"]);
  for (const [tag, name] of Object.entries(LANGUAGES)) yield [keyOf(name), tag];
}

function* namesIn(reader: string, of: readonly string[]): Generator<[name: string, tag: string]> {
  for (const languageDisplay of ["standard", "dialect"] as const) {
    const names = namesOf(reader, "language", languageDisplay);
    for (const tag of of) {
      const name = names.of(tag);
      if (name !== undefined) yield [keyOf(name), Intl.getCanonicalLocales(tag)[0] ?? tag];
    }
  }
}
