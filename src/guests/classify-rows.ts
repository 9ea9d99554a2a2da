import { emailKey } from "../kernel/email-address.ts";
import { NameIndex } from "../kernel/name-search.ts";
import type { FileRow, InvalidPhone } from "./guest-row.ts";

export const ROW_STATUSES = [
  ...(["valid", "without_phone", "possible_duplicate", "invalid", "duplicate_in_file", "already_on_event"] as const),
] as const;

export type RowStatus = (typeof ROW_STATUSES)[number];

/** A row of a file with its effect in an import. */
export interface ClassifiedRow extends FileRow {
  status: RowStatus;
}

/** Query parameters that say how to read a file. */
export interface ImportChoices {
  /** One invalid row rejects the whole file, and a possible duplicate is skipped. */
  strict: boolean;
  invalidPhone: InvalidPhone;
}

/** The rows of a file whose guests are on the list, by number. */
export interface ListedRows {
  /** By email address, external ID, or ID of Usher's export. */
  onList: ReadonlySet<number>;
  /** Matched only by name. */
  namesakes: ReadonlySet<number>;
}

/**
 * Finds the rows whose guests are already on the list. They match by email address, by external ID, or by the ID from
 * our own export, which identifies guests without either. Also finds rows that share only the name with a guest.
 */
export function rowsOnList(
  rows: readonly FileRow[],
  listed: readonly { id: string; emailKey: string | null; name: string; externalId: string | null }[],
): ListedRows {
  const ids = new Set(listed.map(({ id }) => id));
  const addresses = new Set(listed.map((guest) => guest.emailKey));
  const externalIds = new Set(listed.map(({ externalId }) => externalId));
  const names = new NameIndex<string>();
  for (const { name, id } of listed) names.add(name, id);
  const isOnList = ({ id, guest }: FileRow) =>
    (id !== null && ids.has(id)) ||
    (guest?.email != null && addresses.has(emailKey(guest.email))) ||
    (guest?.externalId != null && externalIds.has(guest.externalId));
  const numbersOf = (found: readonly FileRow[]) => new Set(found.map(({ row }) => row));
  return {
    onList: numbersOf(rows.filter((row) => row.guest !== null && isOnList(row))),
    namesakes: numbersOf(rows.filter((row) => row.guest !== null && names.has(row.guest.name) && !isOnList(row))),
  };
}

/** Adds to each row its effect in an import. */
export function classifyRows(rows: readonly FileRow[], listed: ListedRows): ClassifiedRow[] {
  const names = new NameIndex<number>();
  return rows.map((row) => {
    const status = statusOf(row, listed, names);
    if (row.guest !== null && status !== "duplicate_in_file") names.add(row.guest.name, row.row);
    return { ...row, status };
  });
}

/** Whether an import inserts the guest of a row. */
export function isImported({ status }: Pick<ClassifiedRow, "status">, { strict }: Pick<ImportChoices, "strict">) {
  return status === "valid" || status === "without_phone" || (status === "possible_duplicate" && !strict);
}

/** @param names of the guests of the rows before */
function statusOf(row: FileRow, { onList, namesakes }: ListedRows, names: NameIndex<number>): RowStatus {
  if (row.guest === null) return "invalid";
  if (row.isDuplicate) return "duplicate_in_file";
  if (onList.has(row.row)) return "already_on_event";
  if (namesakes.has(row.row) || names.has(row.guest.name)) return "possible_duplicate";
  return row.droppedPhone === null ? "valid" : "without_phone";
}
