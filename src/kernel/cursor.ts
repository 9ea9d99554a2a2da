import { fromBase64Url, toBase64Url, utf8 } from "./bytes.ts";
import { invalidField } from "./errors.ts";

/** Longer than any cursor that `encodeCursor` makes. */
const MAX_CURSOR_LENGTH = 512;

type KeyType = "string" | "number";

/** A pagination cursor: its list, and the sort key and ID of the last row. Opaque to clients. */
export function encodeCursor(parts: readonly (string | number)[], list: string): string {
  return toBase64Url(utf8(JSON.stringify([list, ...parts])));
}

/** The parts of a cursor, or null when the text is not a cursor of this list with exactly these types. */
export function decodeCursor(text: string, types: readonly KeyType[], list: string): (string | number)[] | null {
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

function hasTypes(parts: unknown[], types: readonly KeyType[]): parts is (string | number)[] {
  return parts.every((part, index) => typeof part === types[index]);
}

/** The page that a client asks for. */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** A page of a list. */
export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

type KeysOf<T extends readonly KeyType[]> = { -readonly [I in keyof T]: T[I] extends "string" ? string : number };

/**
 * Pages through a list by its sort keys.
 * @param list the name of the list and what it is of: another list's cursor is rejected
 * @param types of the sort keys
 * @throws AppError 400 for a cursor that is not one of this list
 */
export function pagerBy<const T extends readonly KeyType[]>(types: T, list: string, { limit, cursor }: PageQuery) {
  const after = cursor === undefined ? null : decodeCursor(cursor, types, list);
  if (cursor !== undefined && after === null) {
    throw invalidField("cursor", "must be the next_cursor of an earlier page of this list");
  }
  return {
    /** The sort keys after which the page begins; null for the first page. */
    after: after as KeysOf<T> | null,
    /** Number of rows to read: one more than a page has. */
    limit: limit + 1,
    /** The page of the rows that were read. */
    of<Row>(rows: readonly Row[], keysOf: (row: Row) => KeysOf<T>): Page<Row> {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const more = rows.length > limit && last !== undefined;
      return { rows: shown, nextCursor: more ? encodeCursor(keysOf(last), list) : null };
    },
  };
}

/** Pages through a list that is sorted by one ID. */
export function pagerById(list: string, query: PageQuery) {
  const { after, limit, of } = pagerBy(["string"], list, query);
  return {
    after: after?.[0] ?? null,
    limit,
    of: <Row>(rows: readonly Row[], idOf: (row: Row) => string) => of(rows, (row) => [idOf(row)]),
  };
}
