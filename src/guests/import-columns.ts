import { headerKey, type ImportField, type KnownHeaders } from "./import-headers.ts";
import { foldText } from "./search.ts";

/** A column of a file. */
export interface ImportColumn {
  index: number;
  header: string;
  /** Null: the column is ignored. */
  field: ImportField | null;
}

/** The column indexes of each field, in order of preference. */
export type ColumnsOf = Readonly<Record<ImportField, readonly number[]>>;

/** Longer headers are questions of a form, never field names. */
const MAX_HEADER_LENGTH = 100;

/** Maps the cells of a header row to fields. */
export function readColumns(headers: readonly string[], known: KnownHeaders): ImportColumn[] {
  return headers.map((cell, index) => {
    const header = cell.trim().slice(0, MAX_HEADER_LENGTH);
    return { index, header, field: known.get(headerKey(header))?.field ?? null };
  });
}

/** The columns of each field, the preferred ones first. */
export function columnsByField(columns: readonly ImportColumn[], known: KnownHeaders): ColumnsOf {
  const ranked = columns
    .map(({ index, header }) => ({ index, spelling: known.get(headerKey(header)) }))
    .sort((one, other) => (one.spelling?.rank ?? 0) - (other.spelling?.rank ?? 0));
  const of = (field: ImportField) =>
    ranked.filter(({ spelling }) => spelling?.field === field).map(({ index }) => index);
  return {
    id: of("id"),
    name: of("name"),
    first_name: of("first_name"),
    middle_name: of("middle_name"),
    last_name: of("last_name"),
    email: of("email"),
    phone: of("phone"),
    party_size: of("party_size"),
    notes: of("notes"),
    tags: of("tags"),
    table: of("table"),
    external_id: of("external_id"),
    companions: of("companions"),
    locale: of("locale"),
  };
}

/** Whether a row of headers says where the guests' names are. */
export function namesGuests(columns: readonly ImportColumn[]): boolean {
  return columns.some(({ field }) => field === "name" || field === "first_name" || field === "last_name");
}

/** What the name columns of a row hold; undefined where the file has no such column. */
export interface NameParts {
  name: string | undefined;
  first: string | undefined;
  middle: string | undefined;
  last: string | undefined;
}

/**
 * The name of a guest. A name in full wins. Beside a column of first names alone, `Name` and `Nom` are family names; and
 * beside one of family names alone, `Nome` and `Nombre` are first names.
 */
export function joinName({ name = "", first, middle = "", last }: NameParts): string {
  if (name !== "" && first !== undefined && last === undefined)
    return includesWord(name, first) ? name : spaced(first, middle, name);
  if (name !== "" && last !== undefined && first === undefined)
    return includesWord(name, last) ? name : spaced(name, middle, last);
  return name !== "" ? name : spaced(first ?? "", middle, last ?? "");
}

/** Whether a name has all words of a part of it already. */
function includesWord(name: string, part: string): boolean {
  const words = new Set(foldText(name).split(/\s+/));
  return foldText(part)
    .split(/\s+/)
    .every((word) => word === "" || words.has(word));
}

function spaced(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
