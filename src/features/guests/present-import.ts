import type * as z from "zod";
import type { ClassifiedRow, RowStatus } from "./classify-rows.ts";
import type { ImportPreview, ImportReport } from "./file-schemas.ts";
import type { ImportColumn } from "./import-columns.ts";

/** The wire form of an import's preview. */
export function presentPreview(
  columns: readonly ImportColumn[],
  rows: ClassifiedRow[],
): z.output<typeof ImportPreview> {
  return {
    columns: columns.map(({ header, field }) => ({ header, field })),
    total: rows.length,
    valid: count(rows, "valid"),
    invalid: count(rows, "invalid"),
    duplicates: count(rows, "duplicate_in_file") + count(rows, "already_on_event"),
    rows: rows.map(presentRow),
  };
}

/** The wire form of an import's report. */
export function presentReport(imported: number, rows: ClassifiedRow[]): z.output<typeof ImportReport> {
  const rejected = count(rows, "invalid");
  return { imported, skipped: rows.length - rejected, rejected, rows: rows.map(presentRow) };
}

function presentRow({ row, display, status, problems }: ClassifiedRow): z.output<typeof ImportReport>["rows"][number] {
  const { name, email, phone, partySize } = display;
  return { row, name, email, phone, party_size: partySize, status, errors: problems };
}

function count(rows: readonly ClassifiedRow[], counted: RowStatus): number {
  return rows.filter(({ status }) => status === counted).length;
}
