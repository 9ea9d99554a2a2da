import { foldCase } from "./tag-keys.ts";

/**
 * Marks that people leave out when they type: accents; points of Hebrew; vowels, hamza and tatweel of Arabic; joiners
 * and variation selectors.
 */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f]|[\ufe0e\ufe0f]/gu;
/** Letters that Unicode does not decompose, and Arabic letters that are often written for each other. */
const LETTERS: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ة: "ه",
  ى: "ي",
};
const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");
/** Letters that people without them on the keyboard write as two. */
const SPELT_OUT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
const SPELLABLE = new RegExp(`[${Object.keys(SPELT_OUT).join("")}]`, "gu");
/** Also emoji, which a host or a phone adds to a name. */
const BETWEEN_WORDS = /[\s\p{P}\p{S}]+/u;
/** Names that are written with or without a space between their words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;
const PLAIN = /^[ -~]*$/u;
/** Punctuation inside a word: `O’Brien` and `OBrien`, `J.R.` and `JR` are one name. */
const WITHIN_WORDS = /['’‘ʼ`´.]/gu;

/** Folds case, accents and letters such as `ł`: `Łukasz`, `LUKASZ` and `lukasz` become the same text. */
export function foldName(name: string): string {
  // Lower case first for ẞ, which has no upper case.
  const folded = foldCase(name.normalize("NFKD").replace(MARKS, "").toLowerCase());
  return folded.replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter);
}

/** The name folded, and folded with `ä`, `ö`, `ü`, `ø` and `å` as two letters: `muller` and `mueller` of `Müller`. */
function foldings(name: string): string[] {
  // Most names of a long list: only their case is folded.
  if (PLAIN.test(name)) return [name.toLowerCase()];
  const composed = name.normalize("NFKC").toLowerCase();
  const speltOut = composed.replace(SPELLABLE, (letter) => SPELT_OUT[letter] ?? letter);
  return speltOut === composed ? [foldName(name)] : [foldName(name), foldName(speltOut)];
}

/**
 * The keys by which two names are the same name: they share one. A key has the folded words in one order, without marks
 * and punctuation, so that `Weiß, Anna` is `ANNA WEISS`. An East Asian name has no spaces in its key. A name of
 * punctuation alone is its own key.
 */
export function nameKeys(name: string): string[] {
  const keys = foldings(name).map((folded) => {
    const words = folded.replace(WITHIN_WORDS, "").split(BETWEEN_WORDS).filter(Boolean);
    if (words.length === 0) return folded;
    return UNSPACED.test(words.join("")) ? words.join("") : words.sort().join(" ");
  });
  return [...new Set(keys)];
}

/** Items by the keys of their names, to find those with the same name as another. Linear in the items. */
export class NameIndex<T> {
  readonly #items = new Map<string, Set<T>>();

  add(name: string, item: T): void {
    for (const key of nameKeys(name)) {
      const items = this.#items.get(key);
      if (items === undefined) this.#items.set(key, new Set([item]));
      else items.add(item);
    }
  }

  has(name: string): boolean {
    return nameKeys(name).some((key) => this.#items.has(key));
  }

  /** Items that have the name, in the order in which they were added to each key. */
  find(name: string): T[] {
    return [...new Set(nameKeys(name).flatMap((key) => [...(this.#items.get(key) ?? [])]))];
  }
}

function wordsOf(folded: string): string[] {
  return folded.split(BETWEEN_WORDS).filter(Boolean);
}

/**
 * Prepares a query for a search by name. A name matches if each word of the query begins a word of the name, with one
 * edit from three letters on and two from five on. An edit adds, drops, changes or swaps letters. A name also matches
 * if it contains the whole query, spaces and punctuation aside. `ue` and `ü` are one spelling. Punctuation alone has to
 * be in the name.
 * @returns how many edits a name is away, or null when it does not match
 */
export function createNameMatcher(query: string): (name: string) => number | null {
  const spellings = foldings(query).map(wordsOf);
  const typed = foldName(query).trim();
  return (name) => {
    // A query of punctuation alone has no words.
    if (wordsOf(typed).length === 0) return typed !== "" && foldName(name).includes(typed) ? 0 : null;
    const names = foldings(name).map(wordsOf);
    const edits = spellings.flatMap((wanted) => names.map((words) => editsBetween(wanted, words)));
    const fewest = Math.min(...edits);
    return fewest === Number.POSITIVE_INFINITY ? null : fewest;
  };
}

/** @returns `Infinity` for words that do not match */
function editsBetween(wanted: readonly string[], words: readonly string[]): number {
  const whole = wanted.join("");
  if (whole === "") return Number.POSITIVE_INFINITY;
  if (words.join("").includes(whole)) return 0;
  let sum = 0;
  for (const word of wanted) {
    const typed = [...word];
    const allowed = editsAllowed(typed.length);
    let fewest = Number.POSITIVE_INFINITY;
    for (const other of words) {
      if (lacksMoreThan(allowed, typed, other)) continue;
      fewest = Math.min(fewest, other.startsWith(word) ? 0 : editsToPrefix(typed, [...other]));
    }
    if (fewest > allowed) return Number.POSITIVE_INFINITY;
    sum += fewest;
  }
  return sum;
}

/** True if a word has too few of the typed letters. Each missing letter is an edit, and this is cheaper to count. */
function lacksMoreThan(allowed: number, typed: readonly string[], other: string): boolean {
  let missing = 0;
  for (const letter of typed) if (!other.includes(letter) && ++missing > allowed) return true;
  return false;
}

/** A party that a search has found. */
export interface FoundParty<T> {
  item: T;
  /** How many edits the query is away from the name. */
  edits: number;
  /** The companion whose name matched. Null: the guest's own name is at least as near. */
  companion: string | null;
}

/**
 * Finds parties by the names of all their people: the fewest edits first, then the nearest length, then by name. The
 * guest list, the door and the scanner's list on the phone all search with it.
 * @param namesOf the guest's name, then the companions'
 */
export function searchNames<T>(
  items: Iterable<T>,
  namesOf: (item: T) => readonly [string, ...string[]],
  query: string,
  limit: number,
): FoundParty<T>[] {
  const match = createNameMatcher(query);
  const { length } = foldName(query);
  const isOfSeveralWords = wordsOf(foldName(query)).length > 1;
  const found = [...items].flatMap((item) => {
    const [own, ...companions] = namesOf(item);
    // Several words may be several people of one party.
    const party = isOfSeveralWords && companions.length > 0 ? [[own, ...companions].join(" ")] : [];
    const candidates = [own, ...companions, ...party].flatMap((name, index) => {
      const edits = match(name);
      if (edits === null) return [];
      const isCompanion = index > 0 && index <= companions.length;
      const key = foldName(name);
      return [{ item, edits, key, apart: Math.abs(key.length - length), companion: isCompanion ? name : null }];
    });
    return candidates.sort(byNearness).slice(0, 1);
  });
  return found
    .sort(byNearness)
    .slice(0, limit)
    .map(({ item, edits, companion }) => ({ item, edits, companion }));
}

interface Nearness {
  edits: number;
  apart: number;
  key: string;
}

function byNearness(a: Nearness, b: Nearness): number {
  return a.edits - b.edits || a.apart - b.apart || (a.key < b.key ? -1 : Number(a.key > b.key));
}

/** The parties that match without an edit; only if there are none, those with typing mistakes. */
export function withoutMistakes<T>(found: readonly FoundParty<T>[]): readonly FoundParty<T>[] {
  const exact = found.filter(({ edits }) => edits === 0);
  return exact.length > 0 ? exact : found;
}

function editsAllowed(length: number): number {
  if (length < 3) return 0;
  return length < 5 ? 1 : 2;
}

/** The fewest edits that turn a word into a beginning of another (optimal string alignment). */
function editsToPrefix(word: readonly string[], other: readonly string[]): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of word.entries()) {
    const next = [index + 1];
    for (const [column, compared] of other.entries()) {
      const changed = at(row, column) + Number(letter !== compared);
      const isSwapped = letter === other[column - 1] && word[index - 1] === compared;
      const swapped = isSwapped ? at(before, column - 1) + 1 : changed;
      next.push(Math.min(changed, swapped, at(row, column + 1) + 1, at(next, column) + 1));
    }
    [before, row] = [row, next];
  }
  return Math.min(...row);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
