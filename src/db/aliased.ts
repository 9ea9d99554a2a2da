import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";

/**
 * Gives a column an alias, for a selection from joined tables with columns of equal names. Aliases are paths of the
 * result, such as `guest.id`, because no column has such a name. Alias only columns of inner-joined tables. Drizzle
 * makes the object of a left-joined table null, and its fields nullable, only if these are plain columns.
 */
export function aliased<C extends Column>(column: C, name: string): SQL.Aliased<GetColumnData<C>> {
  return sql<GetColumnData<C>>`${column}`.mapWith(column).as(name) as SQL.Aliased<GetColumnData<C>>;
}
