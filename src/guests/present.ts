import * as z from "zod";
import { presenterOf } from "../http/present.ts";
import { causeOf, shownStatus } from "../kernel/delivery-outcome.ts";
import { type ClassifiedRow, type ImportChoices, isImported, type RowStatus } from "./classify-rows.ts";
import type { ImportPreview, ImportReport } from "./file-schemas.ts";
import type { ImportColumn } from "./import-columns.ts";
import type { PreviewedRow } from "./preview-import.ts";
import type { GuestRow } from "./queries.ts";
import { detailsShown, Guest } from "./schemas.ts";

const present = presenterOf(Guest);
const presentDetails = presenterOf(z.object(detailsShown));

/** A guest with the fields of the API that the row does not have. */
export function guestOf(row: GuestRow) {
  const { deliveryStatus, deliveryAt, deliveryReason } = row;
  return {
    ...row,
    rsvp: row.rsvp && { ...row.rsvp, waitlistPosition: row.waitlistPosition },
    delivery: {
      status: deliveryStatus === null ? ("none" as const) : shownStatus(deliveryStatus, deliveryReason),
      channel: deliveryStatus === null ? null : ("email" as const),
      at: deliveryAt,
      reason: deliveryReason,
      cause: deliveryStatus === null ? null : causeOf(deliveryStatus, deliveryReason),
    },
  };
}

/** Returns the API form of a guest, for uses outside a route's response. */
export function presentGuest(row: GuestRow) {
  return present(guestOf(row));
}

/** The wire form of an import's preview. */
export function presentPreview(
  columns: readonly ImportColumn[],
  rows: PreviewedRow[],
  choices: Pick<ImportChoices, "strict">,
): z.output<typeof ImportPreview> {
  const valid = rows.filter((row) => isImported(row, choices)).length;
  const invalid = count(rows, "invalid");
  return {
    columns: columns.map(({ header, field }) => ({ header, field })),
    total: rows.length,
    valid,
    invalid,
    duplicates: rows.length - valid - invalid,
    possible_duplicates: count(rows, "possible_duplicate"),
    rows: rows.map((row) => ({
      ...presentRow(row),
      matches: row.matches.map(({ guest, matchedCompanion }) => ({ guest, matched_companion: matchedCompanion })),
      same_name_rows: row.status === "possible_duplicate" ? row.sameName : [],
    })),
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
  return {
    row,
    name,
    email,
    phone,
    party_size: partySize,
    ...presentDetails(details),
    status,
    errors,
  };
}

function count(rows: readonly ClassifiedRow[], counted: RowStatus): number {
  return rows.filter(({ status }) => status === counted).length;
}
