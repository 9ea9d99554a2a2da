import type { ImportPreview, ImportPreviewRow, ImportRow } from "@usher/client";
import { type CountryCode, cellInE164, loadPhoneRules } from "../guests/phone.ts";
import type { Sheet, SheetRow } from "./sheet.ts";

/** The guest field that a column holds; null if it is ignored. */
export type ImportField = ImportPreview["columns"][number]["field"];
export const IMPORT_FIELDS = [
  "name",
  "first_name",
  "middle_name",
  "last_name",
  "email",
  "phone",
  "party_size",
  "companions",
  "tags",
  "table",
  "notes",
  "locale",
  "greeting",
  "external_id",
  "id",
] satisfies ImportField[];

export interface Column {
  header: string;
  field: ImportField;
  /** The field that the API detected. */
  detected: ImportField;
  /** A few of its cells. */
  samples: string[];
}

/** The states of a row, as the host sees them. */
export const GROUPS = ["ready", "mend", "twice", "known"] as const;
export type Group = (typeof GROUPS)[number];

/** A row that the API has checked. */
export interface CheckedRow extends SheetRow {
  checked: ImportPreviewRow;
  /** The checked cells, with phone numbers in E.164. */
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

/** Returns the columns of a sheet, read as the host has chosen or the API has detected. */
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

/** True if a column has names. The API rejects a sheet without one. */
export function namesGuests(columns: readonly Column[]): boolean {
  return columns.some(({ field }) => field === "name" || field === "first_name" || field === "last_name");
}

/**
 * Joins rows with their results of the API's check.
 * @param sent the rows in the form that was checked
 * @param numberOf returns the API's number of a row
 */
export function checkedRows(
  rows: readonly SheetRow[],
  sent: readonly SheetRow[],
  checked: readonly ImportPreviewRow[],
  numberOf: (row: SheetRow, index: number) => number,
): CheckedRow[] {
  const byNumber = new Map(checked.map((row) => [row.row, row]));
  return rows.flatMap((row, index) => {
    const found = byNumber.get(numberOf(row, index));
    return found === undefined ? [] : [{ ...row, sent: sent[index]?.cells ?? row.cells, checked: found }];
  });
}

/** Returns the rows to import. @param leftOut numbers of rows that the host has excluded */
export function importable(rows: readonly CheckedRow[], leftOut: ReadonlySet<number>): CheckedRow[] {
  return rows.filter((row) => (groupOf(row) === "ready" || groupOf(row) === "twice") && !leftOut.has(row.row));
}

/** Returns the rows to send, with the numbers of the phone columns in E.164. */
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

/** Counts the rows whose phone numbers are sent in another form than the sheet's. */
export function countConverted(rows: readonly CheckedRow[]): number {
  return rows.filter(({ cells, sent }) => cells.some((cell, index) => cell !== sent[index])).length;
}
