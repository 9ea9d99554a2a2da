import { staticText } from "../adapters/static-text.ts";
import type { Services } from "../context.ts";
import { foldText } from "./search.ts";

/** The fields that an import reads. `id` is only in our own export. */
export const IMPORT_FIELDS = [
  ...(["id", "name", "first_name", "middle_name", "last_name", "email", "phone", "party_size", "notes"] as const),
  ...(["tags", "table", "external_id", "companions", "locale"] as const),
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

/** Reads the columns that a guest list may have, in many languages. The returned function throws when the file cannot be read. */
export const importHeaders = ({ bindings }: Pick<Services, "bindings">): (() => Promise<KnownHeaders>) =>
  staticText(bindings.ASSETS, "/guests/import-headers.txt", parseHeaders);

/**
 * Reads `import-headers.txt`, which has the headers of each field in these languages: English, German, French, Spanish,
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
 * What a header is found under. Case, accents, digits, punctuation and remarks in brackets are ignored: `E-mail 1 - Value`
 * and `emailvalue` are the same.
 */
export function headerKey(header: string): string {
  // `Attendee #` is a number, not a name.
  return foldText(header.replace(BRACKETED_REMARK, " ").replaceAll("#", " no ")).replace(NON_LETTERS, "");
}

function isImportField(name: string): name is ImportField {
  return (IMPORT_FIELDS as readonly string[]).includes(name);
}
