import { Column, getTableName, is, SQL } from "drizzle-orm";
import type { SelectedFieldsOrdered } from "drizzle-orm/sqlite-core";

/** Makes a row of a selection from its cells, which are in the order of the selection's fields. */
export type RowMapper = (cells: readonly unknown[]) => Fields;

type Field = SelectedFieldsOrdered[number];
type Fields = Record<string, unknown>;

interface Decoder {
  mapFromDriverValue(cell: unknown): unknown;
}

/** Destination of a cell. `decoder` is null if the cell needs no decoding. */
interface Target {
  index: number;
  object: string | null;
  key: string;
  decoder: Decoder | null;
}

/**
 * Maps rows like Drizzle (`mapResultRow`), but decides everything that is the same for each row only once. Drizzle asks
 * for the class of each field for each row, which takes longer than the rest of the mapping. For plain columns and
 * `sql` expressions, at most two levels deep.
 * @param joinsNotNullable by table, whether each row has one; undefined for a selection without joins
 */
export function rowMapper(
  fields: readonly Field[],
  joinsNotNullable: Readonly<Record<string, boolean>> | undefined,
): RowMapper {
  const targets = fields.map(targetOf);
  const joined = joinsNotNullable === undefined ? [] : nullableObjects(fields, joinsNotNullable);
  return (cells) => {
    const row: Fields = {};
    for (const { index, object, key, decoder } of targets) {
      const cell = cells[index];
      const value = cell === null || decoder === null ? cell : decoder.mapFromDriverValue(cell);
      if (object === null) row[key] = value;
      else {
        row[object] ??= {};
        (row[object] as Fields)[key] = value;
      }
    }
    for (const [object, key] of joined) if ((row[object] as Fields)[key] === null) row[object] = null;
    return row;
  };
}

function targetOf({ path, field }: Field, index: number): Target {
  const key = path.at(-1);
  if (key === undefined || path.length > 2) throw new Error("a prepared selection has at most two levels");
  const decoder = decoderOf(field);
  const isPlain = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  return { index, object: path.length === 1 ? null : (path[0] ?? null), key, decoder: isPlain ? null : decoder };
}

function decoderOf(field: Field["field"]): Decoder {
  if (is(field, Column)) return field;
  const expression = is(field, SQL.Aliased) ? field.sql : field;
  const decoder = "decoder" in expression ? expression.decoder : null;
  if (!isDecoder(decoder)) throw new Error("a prepared selection has columns and expressions");
  return decoder;
}

function isDecoder(value: unknown): value is Decoder {
  return typeof value === "object" && value !== null && "mapFromDriverValue" in value;
}

/**
 * The objects of optional joins, each with the column that tells whether there is one: the first of its plain columns.
 * As with Drizzle, an object with columns of several tables is always there.
 */
function nullableObjects(fields: readonly Field[], joinsNotNullable: Readonly<Record<string, boolean>>) {
  const plain = fields.flatMap(({ path: [object, key], field }) =>
    key !== undefined && object !== undefined && is(field, Column)
      ? [{ object, key, table: getTableName(field.table) }]
      : [],
  );
  return [...Map.groupBy(plain, ({ object }) => object).values()].flatMap(([first, ...others]) =>
    first === undefined || joinsNotNullable[first.table] || others.some(({ table }) => table !== first.table)
      ? []
      : [[first.object, first.key] as const],
  );
}
