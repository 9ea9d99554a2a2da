import type { ImportPreview, ImportRow } from "@usher/client";
import { type CountryCode, cellInE164, loadPhoneRules } from "../guests/phone.ts";
import type { Sheet, SheetRow } from "./sheet.ts";

/** The fields of a guest that a column can be read as; null: it is ignored. */
export type ImportField = ImportPreview["columns"][number]["field"];
export const IMPORT_FIELDS = [
  ...(["name", "first_name", "middle_name", "last_name", "email", "phone", "party_size", "companions"] as const),
  ...(["tags", "table", "notes", "locale", "external_id", "id"] as const),
] satisfies ImportField[];

/** A column of the sheet, and what it is read as. */
export interface Column {
  header: string;
  field: ImportField;
  /** What the API reads it as when nobody has chosen. */
  detected: ImportField;
  /** A few of its cells. */
  samples: string[];
}

/** The states in which a row is, as the host reads them. */
export const GROUPS = ["ready", "mend", "twice", "known"] as const;
export type Group = (typeof GROUPS)[number];

/** A row that the API has looked at. */
export interface CheckedRow extends SheetRow {
  checked: ImportRow;
  /** The cells that the API has looked at: with phone numbers in E.164. */
  sent: string[];
}

const SAMPLES = 3;
const GROUP_OF: Record<ImportRow["status"], Group> = {
  valid: "ready",
  without_phone: "ready",
  possible_duplicate: "twice",
  invalid: "mend",
  duplicate_in_file: "known",
  already_on_event: "known",
};

export function groupOf({ checked }: CheckedRow): Group {
  return GROUP_OF[checked.status];
}

/** The columns of a sheet as the API reads them, and as the host has chosen. */
export function columnsOf(
  { header, rows }: Sheet,
  detected: readonly ImportField[],
  chosen: ReadonlyMap<number, ImportField>,
): Column[] {
  return header.map((cell, index) => {
    const read = detected[index] ?? null;
    const samples = rows.map(({ cells }) => (cells[index] ?? "").trim()).filter((sample) => sample !== "");
    const field = chosen.has(index) ? (chosen.get(index) ?? null) : read;
    return { header: cell.trim(), field, detected: read, samples: samples.slice(0, SAMPLES) };
  });
}

/** Whether a choice of columns says where the names are; the API refuses a sheet without. */
export function namesGuests(columns: readonly Column[]): boolean {
  return columns.some(({ field }) => field === "name" || field === "first_name" || field === "last_name");
}

/**
 * Rows with what the API says of each.
 * @param sent the rows as the API got them
 * @param numberOf under which number the API has a row
 */
export function checkedRows(
  rows: readonly SheetRow[],
  sent: readonly SheetRow[],
  checked: readonly ImportRow[],
  numberOf: (row: SheetRow, index: number) => number,
): CheckedRow[] {
  const byNumber = new Map(checked.map((row) => [row.row, row]));
  return rows.flatMap((row, index) => {
    const found = byNumber.get(numberOf(row, index));
    return found === undefined ? [] : [{ ...row, sent: sent[index]?.cells ?? row.cells, checked: found }];
  });
}

/** The rows that would be imported now. @param leftOut numbers of rows that the host does not want */
export function importable(rows: readonly CheckedRow[], leftOut: ReadonlySet<number>): CheckedRow[] {
  return rows.filter((row) => (groupOf(row) === "ready" || groupOf(row) === "twice") && !leftOut.has(row.row));
}

/** The rows of a sheet as they are sent: with the numbers of its phone columns in E.164. */
export async function rowsToSend(
  rows: readonly SheetRow[],
  columns: readonly Pick<Column, "field">[],
  country: CountryCode,
): Promise<readonly SheetRow[]> {
  const isPhone = columns.map(({ field }) => field === "phone");
  if (!isPhone.includes(true)) return rows;
  const rules = await loadPhoneRules();
  return rows.map(({ row, cells }) => ({
    row,
    cells: cells.map((cell, index) => (isPhone[index] ? cellInE164(rules, cell, country) : cell)),
  }));
}

/** How many of the phone numbers are sent in another spelling than the sheet's. */
export function countConverted(rows: readonly CheckedRow[]): number {
  return rows.filter(({ cells, sent }) => cells.some((cell, index) => cell !== sent[index])).length;
}
