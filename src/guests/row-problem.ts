/** Where a row may be invalid. `row`: the row as a whole. */
export const PROBLEM_FIELDS = [
  ...(["row", "name", "email", "phone", "party_size", "notes"] as const),
  ...(["tags", "table", "external_id", "companions", "locale"] as const),
] as const;

/** What is invalid in a row. */
export interface RowProblem {
  field: (typeof PROBLEM_FIELDS)[number];
  message: string;
}
