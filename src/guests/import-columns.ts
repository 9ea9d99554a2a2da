import type { ImportField } from "./import-headers.ts";
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
