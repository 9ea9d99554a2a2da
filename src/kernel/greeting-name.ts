import { foldName } from "./name-search.ts";
import { FAMILY_FIRST_NAMES, NOT_A_PERSON_WORDS } from "./name-words.ts";

/** Languages whose names begin with the family name. Japanese, Chinese and Korean, also in Latin letters. */
const FAMILY_FIRST = /^(vi|hu|ja|zh|yue|ko)(?![a-z])/i;
/** A capital letter, then letters; joined by hyphens or apostrophes. Scripts without letter case have no such word. */
const CAPITALISED = /^\p{Lu}[\p{L}\p{M}]*(?:[-\u2010\u2011'’ʼ][\p{L}\p{M}]+)*$/u;
/** `O’Neill`, `D’Arcy`: family names. */
const ELIDED = /['’ʼ]/u;
const LETTER_CASE_SCRIPTS = [/^\p{Script=Latin}+$/u, /^\p{Script=Greek}+$/u, /^\p{Script=Cyrillic}+$/u];
const NO_LETTER = /[^\p{L}]/gu;

/** Folded, as `foldName` does with the words of a name. */
const NOT_A_PERSON = new Set(NOT_A_PERSON_WORDS.map(foldName));
const FAMILY_NAMES = new Set(FAMILY_FIRST_NAMES);

/**
 * The part of a full name by which a guest is greeted: `Anna` of `Anna Smith`. Shortens a name to its first word only if it
 * certainly is a first name. Keeps whole what may be several people, a family, a title, a group or a name that begins
 * with the family name: `Anna i Piotr`, `Fam. Weiß`, `Lord Ashby`, `Nguyễn Văn An`.
 * @param languages of the guest, as BCP 47 tags, as far as known
 */
export function greetingName(name: string, ...languages: readonly (string | null | undefined)[]): string {
  const whole = name.trim();
  const words = whole.split(/\s+/);
  const [first = ""] = words;
  const isShort =
    (words.length === 2 || words.length === 3) &&
    !languages.some((tag) => tag != null && FAMILY_FIRST.test(tag)) &&
    words.every((word) => CAPITALISED.test(word) && !isNotAPerson(word)) &&
    isOfOneScript(words) &&
    isFirstName(first);
  return isShort ? first : whole;
}

/** An elided name and a word in capitals before others, as in `MÜLLER Anna`, are family names. */
function isFirstName(word: string): boolean {
  const isInCapitals = word.length > 1 && word === word.toUpperCase();
  return !isInCapitals && !ELIDED.test(word) && !FAMILY_NAMES.has(foldName(word));
}

function isNotAPerson(word: string): boolean {
  return NOT_A_PERSON.has(foldName(word));
}

function isOfOneScript(words: readonly string[]): boolean {
  const letters = words.join("").replace(NO_LETTER, "");
  return LETTER_CASE_SCRIPTS.some((script) => script.test(letters));
}

/** A guest as far as it matters for greeting: the name, and the host's words for it. */
export interface Greeted {
  name: string;
  /** How the host wants the guest greeted; null: by the name. */
  greeting: string | null;
}

/** Returns the values of a text that greets: `name` where a language greets by the full name, `first` where by the first. */
export function greetingValues(
  { name, greeting }: Greeted,
  ...languages: readonly (string | null | undefined)[]
): { name: string; first: string } {
  return { name: greeting ?? name, first: greeting ?? greetingName(name, ...languages) };
}
