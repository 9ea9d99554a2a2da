import { type CsvRecord, unescapeFormulas } from "../kernel/csv-records.ts";
import { type ColumnsOf, joinName } from "./import-columns.ts";
import type { ImportField } from "./import-headers.ts";
import type { GuestDetails } from "./queries.ts";
import { readDetails } from "./row-details.ts";
import type { RowProblem } from "./row-problem.ts";
import { guestFields, type NewGuest } from "./schemas.ts";

/** A parsed row of a file. */
export interface FileRow {
  /** As a spreadsheet numbers it, from 1. */
  row: number;
  /** The `id` column, which only our own export has. */
  id: string | null;
  /** The cells, valid or not, for display. */
  display: { name: string | null; email: string | null; phone: string | null; partySize: number | null };
  details: GuestDetails;
  /** The guest to insert; null where there are problems. */
  guest: NewGuest | null;
  problems: RowProblem[];
  /** The phone number that the guest is inserted without, as `InvalidPhone` allows; no problem of the row. */
  droppedPhone: RowProblem | null;
  /** An earlier row of the file has the same address or external id. */
  isDuplicate: boolean;
}

/** What becomes of a guest whose phone number is invalid: nothing at all, or a guest without one. */
export type InvalidPhone = "reject" | "drop";

/** Separates several addresses or numbers in one cell; Google Contacts writes `:::`. */
const VALUE_SEPARATOR = /:::|[;,|\n]/;
/** Values of a cell beyond this number are ignored. */
const MAX_VALUES = 10;
/** `Ada <ada@example.com>` */
const ADDRESS_IN_BRACKETS = /^[^<>]*<([^<>]*)>$/;
/** Some programs write whole numbers as `2.0`. */
const WHOLE_NUMBER = /^(\d{1,6})(?:[.,]0+)?$/;
/** In characters. */
const MAX_DISPLAY_LENGTH = 254;
const LINE_BREAKS = /[\t\r\n]+/g;

const NOT_A_COUNT = "must be a whole number from 1 to 20";

/**
 * Validates a row and maps it to a guest. Of several addresses or numbers, in one cell or in several columns, the first
 * valid one counts; if none is valid, the row is invalid.
 * @param width number of columns in the header row
 */
export function readGuestRow(
  record: CsvRecord,
  columns: ColumnsOf,
  width: number,
  invalidPhone: InvalidPhone,
): FileRow {
  const cellsOf = (field: ImportField) =>
    columns[field]
      .map((index) => unescapeFormulas((record.cells[index] ?? "").trim()).trim())
      .filter((cell) => cell !== "");
  const nameOf = (field: ImportField) =>
    columns[field].length === 0 ? undefined : (cellsOf(field)[0] ?? "").replace(LINE_BREAKS, " ");
  const name = joinName({
    name: nameOf("name"),
    first: nameOf("first_name"),
    middle: nameOf("middle_name"),
    last: nameOf("last_name"),
  });
  const problems: RowProblem[] = [];
  if (record.fault === "stray_quote") {
    problems.push({ field: "row", message: "has a quotation mark inside a quoted cell that isn't doubled" });
  }
  if (record.cells.slice(width).some((cell) => cell.trim() !== "")) {
    problems.push({ field: "row", message: "has more cells than the header row" });
  }
  const email = firstValid(cellsOf("email"), guestFields.email, true);
  if (email.fault !== null) problems.push({ field: "email", message: email.fault });
  const phone = firstValid(cellsOf("phone"), guestFields.phone, false);
  const noPhone = phone.fault === null ? null : { field: "phone" as const, message: phone.fault };
  if (noPhone !== null && invalidPhone === "reject") problems.push(noPhone);
  const partySize = parseCount(cellsOf("party_size")[0]);
  const notes = cellsOf("notes")[0] ?? null;
  const { details, problems: inDetails } = readDetails(cellsOf, partySize);
  problems.push(...validate(name, partySize, notes), ...inDetails);
  const contact = { email: email.text, phone: noPhone === null ? phone.text : null };
  return {
    row: record.row,
    id: cellsOf("id")[0]?.toLowerCase() ?? null,
    display: {
      name: truncate(name),
      email: truncate(email.text),
      phone: truncate(phone.text),
      partySize: Number.isNaN(partySize) ? null : partySize,
    },
    details,
    guest: problems.length === 0 ? { name: name.trim(), ...contact, partySize, notes, ...details } : null,
    problems,
    droppedPhone: problems.length === 0 ? noPhone : null,
    isDuplicate: false,
  };
}

/** The first valid value. If there is none, the first cell unchanged, for display, and what is wrong with it. */
function firstValid(
  cells: readonly string[],
  schema: typeof guestFields.email | typeof guestFields.phone,
  mayHaveName: boolean,
): { text: string | null; fault: string | null } {
  let fault: string | null = null;
  for (const piece of cells.flatMap((cell) => cell.split(VALUE_SEPARATOR, MAX_VALUES))) {
    const text = (mayHaveName ? (ADDRESS_IN_BRACKETS.exec(piece.trim())?.[1] ?? piece) : piece).trim();
    if (text === "") continue;
    const checked = schema.safeParse(text);
    if (checked.success) return { text: checked.data, fault: null };
    fault ??= messageOf(checked.error);
  }
  const [first] = cells;
  return first === undefined ? { text: null, fault: null } : { text: first, fault: fault ?? "is empty" };
}

/** Null for an empty cell, NaN for anything but a whole number. */
function parseCount(cell: string | undefined): number | null {
  return cell === undefined ? null : Number(WHOLE_NUMBER.exec(cell)?.[1] ?? Number.NaN);
}

function validate(name: string, partySize: number | null, notes: string | null): RowProblem[] {
  const problems: RowProblem[] = [];
  const checkedName = guestFields.name.safeParse(name);
  if (name === "") problems.push({ field: "name", message: "is required" });
  else if (!checkedName.success) problems.push({ field: "name", message: messageOf(checkedName.error) });
  if (!guestFields.party_size.safeParse(partySize).success)
    problems.push({ field: "party_size", message: NOT_A_COUNT });
  const checkedNotes = guestFields.notes.safeParse(notes);
  if (!checkedNotes.success) problems.push({ field: "notes", message: messageOf(checkedNotes.error) });
  return problems;
}

function messageOf(error: { issues: readonly { message: string }[] }): string {
  return error.issues[0]?.message ?? "is invalid";
}

function truncate(text: string | null): string | null {
  if (text === null || text === "") return null;
  return text.length > MAX_DISPLAY_LENGTH ? `${text.slice(0, MAX_DISPLAY_LENGTH)}…` : text;
}
