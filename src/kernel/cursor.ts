import { fromBase64Url, toBase64Url, utf8 } from "./bytes.ts";
import { invalidField } from "./errors.ts";

/** The longest cursor that we ever make is far shorter; anything beyond is not ours. */
const MAX_CURSOR_LENGTH = 256;

/** Where a list goes on: the last row's sort key and id, as text. Opaque to clients. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return toBase64Url(utf8(JSON.stringify(parts)));
}

/** The parts again, or null when the text is not a cursor of exactly these types. */
export function decodeCursor(text: string, types: readonly ("string" | "number")[]): (string | number)[] | null {
  if (text.length > MAX_CURSOR_LENGTH) return null;
  const bytes = fromBase64Url(text);
  if (bytes === null) return null;
  try {
    const parts: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
    const fits =
      Array.isArray(parts) &&
      parts.length === types.length &&
      parts.every((part, index) => typeof part === types[index]);
    return fits ? parts : null;
  } catch {
    return null;
  }
}

/**
 * The sort keys after which a page of a list begins, or null for the first page.
 * @throws AppError 400 for a text that is no cursor of this list
 */
export function readCursor(
  cursor: string | undefined,
  types: readonly ("string" | "number")[],
): (string | number)[] | null {
  if (cursor === undefined) return null;
  const parts = decodeCursor(cursor, types);
  if (parts === null) throw invalidField("cursor", "is the next_cursor of an earlier page of the same list");
  return parts;
}

/**
 * A page out of rows that were asked for one too many: the rows to show, and where the next page begins.
 * @param keyOf the sort keys of a row, as `readCursor` will want them
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { rows: shown, nextCursor: more ? encodeCursor(keyOf(last)) : null };
}
