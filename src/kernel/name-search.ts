import { foldCase } from "./tag-keys.ts";

/**
 * Marks that people leave out when they type: accents; points of Hebrew; vowels, hamza and tatweel of Arabic; joiners
 * and variation selectors.
 */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f]|[\ufe0e\ufe0f]/gu;
/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = { ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", þ: "th", æ: "ae", œ: "oe" };
const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");
const BETWEEN_WORDS = /[\s\p{P}]+/u;
/** Maximum pieces of a name in the query. More would not change the first results. */
const MAX_PIECES = 24;

/** Folds case, accents and letters such as `ł`: `Łukasz`, `LUKASZ` and `lukasz` become the same text. */
export function foldName(name: string): string {
  // Lower case first for ẞ, which has no upper case.
  const folded = foldCase(name.normalize("NFKD").replace(MARKS, "").toLowerCase());
  return folded.replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter);
}

function wordsOf(text: string): string[] {
  return foldName(text).split(BETWEEN_WORDS).filter(Boolean);
}

/**
 * Prepares a query for a search by name. A name matches if each word of the query begins a word of the name, with one
 * edit from three letters on and two from five on. An edit adds, drops, changes or swaps letters. A name also matches
 * if it contains the whole query, spaces and punctuation aside.
 * @returns how many edits a name is away, or null when it does not match
 */
export function createNameMatcher(query: string): (name: string) => number | null {
  const wanted = wordsOf(query).map((word) => [...word]);
  const whole = wanted.flat().join("");
  return (name) => {
    if (whole === "") return null;
    const words = wordsOf(name);
    if (words.join("").includes(whole)) return 0;
    const letters = words.map((word) => [...word]);
    const edits = wanted.map((word) => Math.min(...letters.map((other) => editsToPrefix(word, other))));
    const isMatch = edits.every((count, index) => count <= editsAllowed(wanted[index]?.length ?? 0));
    return isMatch ? edits.reduce((sum, count) => sum + count, 0) : null;
  };
}

/** The best matches of a query: those with the fewest edits first, then those of the nearest length, then by name. */
export function searchNames<T>(items: Iterable<T>, nameOf: (item: T) => string, query: string, limit: number): T[] {
  const match = createNameMatcher(query);
  const { length } = foldName(query);
  const found = [...items].flatMap((item) => {
    const edits = match(nameOf(item));
    const key = foldName(nameOf(item));
    return edits === null ? [] : [{ item, edits, key, apart: Math.abs(key.length - length) }];
  });
  found.sort((a, b) => a.edits - b.edits || a.apart - b.apart || (a.key < b.key ? -1 : Number(a.key > b.key)));
  return found.slice(0, limit).map(({ item }) => item);
}

/** Pairs of letters of a folded query: a name that shares none of them does not match. */
export function searchPieces(folded: string): string[] {
  const pieces = folded.split(BETWEEN_WORDS).flatMap((word) => {
    const letters = [...word];
    return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
  return [...new Set(pieces)].slice(0, MAX_PIECES);
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
