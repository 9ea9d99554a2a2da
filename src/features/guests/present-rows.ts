import type * as z from "zod";
import type { ImportPreview, ImportReport } from "./file-schemas.ts";
import type { ImportColumn } from "./import-columns.ts";
import type { JudgedRow, RowStatus } from "./judge-rows.ts";

/** What an import would do, as it leaves on the wire. */
export function presentPreview(columns: readonly ImportColumn[], rows: JudgedRow[]): z.output<typeof ImportPreview> {
  return {
    columns: columns.map(({ header, field }) => ({ header, field })),
    total: rows.length,
    valid: count(rows, "valid"),
    invalid: count(rows, "invalid"),
    duplicates: count(rows, "duplicate_in_file") + count(rows, "already_on_event"),
    rows: rows.map(presentRow),
  };
}

/** What an import did, as it leaves on the wire. */
export function presentReport(imported: number, rows: JudgedRow[]): z.output<typeof ImportReport> {
  const rejected = count(rows, "invalid");
  return { imported, skipped: rows.length - rejected, rejected, rows: rows.map(presentRow) };
}

function presentRow({ row, shown, status, problems }: JudgedRow): z.output<typeof ImportReport>["rows"][number] {
  const { name, email, phone, partySize } = shown;
  return { row, name, email, phone, party_size: partySize, status, errors: problems };
}

function count(rows: readonly JudgedRow[], wanted: RowStatus): number {
  return rows.filter(({ status }) => status === wanted).length;
}
