import { fromBase64Url, toBase64Url, utf8 } from "./bytes.ts";
import { invalidField } from "./errors.ts";

/** Longer than any cursor that `encodeCursor` makes. */
const MAX_CURSOR_LENGTH = 512;

/** A pagination cursor: its list, and the sort key and id of the last row. Opaque to clients. */
export function encodeCursor(parts: readonly (string | number)[], list: string): string {
  return toBase64Url(utf8(JSON.stringify([list, ...parts])));
}

/** The parts of a cursor, or null when the text is not a cursor of this list with exactly these types. */
export function decodeCursor(
  text: string,
  types: readonly ("string" | "number")[],
  list: string,
): (string | number)[] | null {
  if (text.length > MAX_CURSOR_LENGTH) return null;
  const bytes = fromBase64Url(text);
  if (bytes === null) return null;
  try {
    const read: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
    if (!Array.isArray(read)) return null;
    const [from, ...parts]: unknown[] = read;
    const fits = from === list && parts.length === types.length;
    return fits && hasTypes(parts, types) ? parts : null;
  } catch {
    return null;
  }
}

function hasTypes(parts: unknown[], types: readonly ("string" | "number")[]): parts is (string | number)[] {
  return parts.every((part, index) => typeof part === types[index]);
}

/**
 * The sort keys after which a page begins, or null for the first page.
 * @param list the name of the list and what it is of: another list's cursor is refused
 * @throws AppError 400 for a text that is not a cursor of this list
 */
export function readCursor(
  cursor: string | undefined,
  types: readonly ("string" | "number")[],
  list: string,
): (string | number)[] | null {
  if (cursor === undefined) return null;
  const parts = decodeCursor(cursor, types, list);
  if (parts === null) throw invalidField("cursor", "must be the next_cursor of an earlier page of this list");
  return parts;
}

/**
 * A page of a query that reads one row more than `limit`, and the cursor of the next page.
 * @param keyOf the sort keys of a row, as `readCursor` returns them
 * @param list as in `readCursor`
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
  list: string,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { rows: shown, nextCursor: more ? encodeCursor(keyOf(last), list) : null };
}
