import { emailKey } from "../../kernel/email-address.ts";
import { AppError, type FieldProblem } from "../../kernel/errors.ts";
import type { FileRow } from "./guest-row.ts";

/** The most problems in one error response; more would only cost bytes. */
const MAX_PROBLEMS = 50;

export type RowStatus = "valid" | "invalid" | "duplicate_in_file" | "already_on_event";

/** A row of a file and what an import does with it. */
export interface ClassifiedRow extends FileRow {
  status: RowStatus;
}

/**
 * Finds the rows whose guests are already on the list, by e-mail address or by the id from our own export, which
 * identifies guests without an address.
 * @returns row numbers
 */
export function rowsOnList(
  rows: readonly FileRow[],
  listed: readonly { id: string; emailKey: string | null }[],
): Set<number> {
  const ids = new Set(listed.map(({ id }) => id));
  const addresses = new Set(listed.map((guest) => guest.emailKey));
  const onList = rows.filter(({ id, guest }) => {
    if (guest === null) return false;
    return (id !== null && ids.has(id)) || (guest.email !== null && addresses.has(emailKey(guest.email)));
  });
  return new Set(onList.map(({ row }) => row));
}

/** Adds to each row what an import does with it. @param onList row numbers, as `rowsOnList` returns them */
export function classifyRows(rows: readonly FileRow[], onList: ReadonlySet<number>): ClassifiedRow[] {
  return rows.map((row) => ({ ...row, status: statusOf(row, onList) }));
}

function statusOf(row: FileRow, onList: ReadonlySet<number>): RowStatus {
  if (row.guest === null) return "invalid";
  if (row.isDuplicate) return "duplicate_in_file";
  return onList.has(row.row) ? "already_on_event" : "valid";
}

/** @throws AppError 400 `validation_failed` with the path of each invalid cell, `rows.3.email` */
export function refuseInvalidRows(rows: readonly FileRow[]): void {
  const errors: FieldProblem[] = rows.flatMap(({ row, problems }) =>
    problems.map(({ field, message }) => ({ path: `rows.${row}.${field}`, message })),
  );
  if (errors.length === 0) return;
  const message = "Some rows are invalid, and nothing was imported; see `errors`.";
  throw new AppError("validation_failed", { errors: errors.slice(0, MAX_PROBLEMS) }, message);
}
