import type * as z from "zod";
import { type ClassifiedRow, type ImportChoices, isImported, type RowStatus } from "./classify-rows.ts";
import type { ImportPreview, ImportReport } from "./file-schemas.ts";
import type { ImportColumn } from "./import-columns.ts";

/** The wire form of an import's preview. */
export function presentPreview(
  columns: readonly ImportColumn[],
  rows: ClassifiedRow[],
  choices: Pick<ImportChoices, "strict">,
): z.output<typeof ImportPreview> {
  const valid = rows.filter((row) => isImported(row, choices)).length;
  const invalid = count(rows, "invalid");
  return {
    columns: columns.map(({ header, field }) => ({ header, field })),
    total: rows.length,
    ...{ valid, invalid, duplicates: rows.length - valid - invalid },
    possible_duplicates: count(rows, "possible_duplicate"),
    rows: rows.map(presentRow),
  };
}

/** The wire form of an import's report. @param rows those that are reported */
export function presentReport(
  imported: number,
  rows: ClassifiedRow[],
  choices: Pick<ImportChoices, "strict">,
): z.output<typeof ImportReport> {
  const rejected = count(rows, "invalid");
  const skipped = rows.filter((row) => !isImported(row, choices)).length - rejected;
  const possible_duplicates = count(rows, "possible_duplicate");
  return { imported, skipped, rejected, possible_duplicates, rows: rows.map(presentRow) };
}

function presentRow(classified: ClassifiedRow): z.output<typeof ImportReport>["rows"][number] {
  const { row, display, details, status, problems, droppedPhone } = classified;
  const { name, email, phone, partySize } = display;
  const errors = droppedPhone === null ? problems : [...problems, droppedPhone];
  const { tags, tableName, externalId, companions, locale } = details;
  return {
    ...{ row, name, email, phone, party_size: partySize },
    ...{ tags, table: tableName, external_id: externalId, companions, locale },
    ...{ status, errors },
  };
}

function count(rows: readonly ClassifiedRow[], counted: RowStatus): number {
  return rows.filter(({ status }) => status === counted).length;
}
