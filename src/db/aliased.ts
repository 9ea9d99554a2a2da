import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";

/**
 * A column under a name of its own, for a selection from joined tables that have columns of equal names. Aliases are
 * paths of the result, such as `guest.id`, which no column is named like.
 *
 * Alias the columns of inner-joined tables: Drizzle makes the object of a left-joined table null, and its fields
 * nullable, only where these are plain columns.
 */
export function aliased<C extends Column>(column: C, name: string): SQL.Aliased<GetColumnData<C>> {
  return sql<GetColumnData<C>>`${column}`.mapWith(column).as(name) as SQL.Aliased<GetColumnData<C>>;
}
