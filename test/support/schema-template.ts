/** Result of the migrations: the statements of the tables, their rows, and the statements of indexes and triggers. */
export interface SchemaTemplate {
  tables: string[];
  rows: { table: string; row: Record<string, string | number | null> }[];
  rest: string[];
}
