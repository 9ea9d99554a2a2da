/** What the migrations leave behind: the statements of the tables, their rows, the statements of indexes and triggers. */
export interface SchemaTemplate {
  tables: string[];
  rows: { table: string; row: Record<string, string | number | null> }[];
  rest: string[];
}
