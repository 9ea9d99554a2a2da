import { staticText } from "../adapters/static-text.ts";
import type { Services } from "../context.ts";
import { DETAILS } from "./details.ts";
import { foldText } from "./search.ts";

/** The fields that an import reads. `id` is only in our own export. */
export const IMPORT_FIELDS = [
  "id",
  "name",
  "first_name",
  "middle_name",
  "last_name",
  "email",
  "phone",
  "party_size",
  "notes",
  ...DETAILS,
] as const;

export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The field of a header, and its precedence among the headers of that field. */
export interface Spelling {
  field: ImportField;
  /** Lower takes precedence: a mobile number over the one at work. */
  rank: number;
}

/** Known headers by their key, see `headerKey`. */
export type KnownHeaders = ReadonlyMap<string, Spelling>;

const BRACKETED_REMARK = /\([^)]*\)|\[[^\]]*\]/g;

const NON_LETTERS = /[^\p{L}\p{M}]+/gu;

/**
 * Reads the columns that a guest list may have, in many languages. The returned function throws when the file cannot be
 * read.
 */
export const importHeaders = ({ bindings }: Pick<Services, "bindings">): (() => Promise<KnownHeaders>) =>
  staticText(bindings.ASSETS, "/guests/import-headers.txt", parseHeaders);

/**
 * Reads `import-headers.txt`, which has the headers of each field in 22 languages: English, German, French, Spanish,
 * Italian, Portuguese, Dutch, Polish, Swedish, Danish, Norwegian, Finnish, Czech, Romanian, Hungarian, Turkish, Greek,
 * Russian, Ukrainian, Japanese, Chinese, Korean. A field begins a line, `name: full name; guest name`, and its further
 * lines are indented. Within a field, earlier spellings take precedence.
 */
export function parseHeaders(text: string): KnownHeaders {
  const fields = text.trim().split(/\n(?=\w)/);
  const spellings = fields.flatMap((line) => {
    const [field = "", list = ""] = line.split(/:(.*)/s);
    if (!isImportField(field)) throw new Error(`headers of an unknown field: ${field}`);
    const ranked = list.split(";").map((spelling, rank): [string, Spelling] => [headerKey(spelling), { field, rank }]);
    // Where languages share a word, its first entry counts.
    return ranked.reverse();
  });
  return new Map(spellings);
}

/**
 * Returns the lookup key of a header. Ignores case, accents, digits, punctuation and remarks in brackets: `E-mail 1 -
 * Value` and `emailvalue` have the same key.
 */
export function headerKey(header: string): string {
  // `Attendee #` is a number, not a name.
  return foldText(header.replace(BRACKETED_REMARK, " ").replaceAll("#", " no ")).replace(NON_LETTERS, "");
}

function isImportField(name: string): name is ImportField {
  return (IMPORT_FIELDS as readonly string[]).includes(name);
}

/** A column of a file. */
export interface ImportColumn {
  index: number;
  header: string;
  /** Null: the column is ignored. */
  field: ImportField | null;
}

/** The column indexes of each field, in order of preference. */
export type ColumnsOf = Readonly<Record<ImportField, readonly number[]>>;

/** The values of a row's name columns. Undefined if the file has no such column. */
export interface NameParts {
  name: string | undefined;
  first: string | undefined;
  middle: string | undefined;
  last: string | undefined;
}

/**
 * Returns the name of a guest. A full name has priority. Next to a column of first names, `Name` and `Nom` are family
 * names. Next to a column of family names, `Nome` and `Nombre` are first names.
 */
export function joinName({ name = "", first, middle = "", last }: NameParts): string {
  if (name !== "" && first !== undefined && last === undefined)
    return includesWord(name, first) ? name : spaced(first, middle, name);
  if (name !== "" && last !== undefined && first === undefined)
    return includesWord(name, last) ? name : spaced(name, middle, last);
  return name !== "" ? name : spaced(first ?? "", middle, last ?? "");
}

/** True if a name already contains all words of a part. */
function includesWord(name: string, part: string): boolean {
  const words = new Set(foldText(name).split(/\s+/));
  return foldText(part)
    .split(/\s+/)
    .every((word) => word === "" || words.has(word));
}

function spaced(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
