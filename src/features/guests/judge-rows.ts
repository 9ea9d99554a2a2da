import { emailKey } from "../../kernel/email-address.ts";
import { AppError, type FieldProblem } from "../../kernel/errors.ts";
import type { FileRow } from "./guest-row.ts";

/** More problems than this help nobody, and each costs bytes. */
const MAX_PROBLEMS = 50;

export type RowStatus = "valid" | "invalid" | "duplicate_in_file" | "already_on_event";

/** A row of a file with what an import makes of it. */
export interface JudgedRow extends FileRow {
  status: RowStatus;
}

/**
 * The rows, by their numbers, whose guests are on the list: by their address, or by the id that our export gave them,
 * which is how guests without an address are recognised.
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

/** What an import makes of each row. */
export function judgeRows(rows: readonly FileRow[], onList: ReadonlySet<number>): JudgedRow[] {
  return rows.map((row) => ({ ...row, status: statusOf(row, onList) }));
}

function statusOf(row: FileRow, onList: ReadonlySet<number>): RowStatus {
  if (row.guest === null) return "invalid";
  if (row.repeats) return "duplicate_in_file";
  return onList.has(row.row) ? "already_on_event" : "valid";
}

/** @throws AppError 400 that names the rows which will not do */
export function refuseInvalidRows(rows: readonly FileRow[]): void {
  const errors: FieldProblem[] = rows.flatMap(({ row, problems }) =>
    problems.map(({ field, message }) => ({ path: `rows.${row}.${field}`, message })),
  );
  if (errors.length === 0) return;
  throw new AppError(
    "validation_failed",
    {
      errors: errors.slice(0, MAX_PROBLEMS),
    },
    "Some rows will not do, and nothing was imported; see `errors`.",
  );
}
