import { bareCell } from "../../kernel/csv-cell.ts";
import type { CsvRecord } from "../../kernel/csv-records.ts";
import { type ColumnsOf, type ImportField, joinName } from "./import-columns.ts";
import { guestFields, type NewGuest } from "./schemas.ts";

/** Something in a row that will not do. `row`: the row as such. */
export interface RowProblem {
  field: "row" | "name" | "email" | "phone" | "party_size" | "notes";
  message: string;
}

/** A row of a file, as it was read. */
export interface FileRow {
  /** As a spreadsheet numbers it. */
  row: number;
  /** What the `id` column says, which only our own export fills. */
  id: string | null;
  /** What stands in it, good or not, for people to find it again. */
  shown: { name: string | null; email: string | null; phone: string | null; partySize: number | null };
  /** The guest that it makes; null where there are problems. */
  guest: NewGuest | null;
  problems: RowProblem[];
  /** An earlier row of the file has the same address. */
  repeats: boolean;
}

/** What separates several addresses or numbers in one cell; Google writes the first. */
const SEVERAL = /:::|[;,|\n]/;
/** Of more than these in one cell none is looked at. */
const MAX_SEVERAL = 10;
/** `Ada <ada@example.com>` */
const IN_BRACKETS = /^[^<>]*<([^<>]*)>$/;
/** Some programs write whole numbers with a fraction of nothing. */
const COUNT = /^(\d{1,6})(?:[.,]0+)?$/;
/** What people are shown of a cell at most, in characters. */
const MAX_SHOWN = 254;
const LINE_BREAKS = /[\t\r\n]+/g;

const NOT_AN_EMAIL = "is not an e-mail address";
const NOT_A_PHONE = "is not a phone number in E.164, such as +4915112345678: a plus sign, the country, no blanks";
const NOT_A_COUNT = "is not a whole number from 1 to 20";

/**
 * Makes a guest of a row. Where a row has several addresses or numbers, in one cell or in several columns, the first
 * that is valid is taken; if none is, the row is invalid.
 * @param width how many columns the header names
 */
export function readGuestRow(record: CsvRecord, columns: ColumnsOf, width: number): FileRow {
  const cellsOf = (field: ImportField) =>
    columns[field].map((index) => bareCell((record.cells[index] ?? "").trim()).trim()).filter((cell) => cell !== "");
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
    problems.push({ field: "row", message: "has a quotation mark inside a quoted cell that is not doubled" });
  }
  if (record.cells.slice(width).some((cell) => cell.trim() !== "")) {
    problems.push({ field: "row", message: "has more cells than the header row" });
  }
  const email = firstValid(cellsOf("email"), guestFields.email, true);
  if (!email.valid) problems.push({ field: "email", message: NOT_AN_EMAIL });
  const phone = firstValid(cellsOf("phone"), guestFields.phone, false);
  if (!phone.valid) problems.push({ field: "phone", message: NOT_A_PHONE });
  const partySize = countIn(cellsOf("party_size")[0]);
  const notes = cellsOf("notes")[0] ?? null;
  problems.push(...problemsWith(name, partySize, notes));
  return {
    row: record.row,
    id: cellsOf("id")[0]?.toLowerCase() ?? null,
    shown: {
      name: shown(name),
      email: shown(email.text),
      phone: shown(phone.text),
      partySize: Number.isNaN(partySize) ? null : partySize,
    },
    guest: problems.length === 0 ? { name: name.trim(), email: email.text, phone: phone.text, partySize, notes } : null,
    problems,
    repeats: false,
  };
}

/** The first of several that is valid. Without one it is the first cell as it stands, for people to see. */
function firstValid(
  cells: readonly string[],
  schema: typeof guestFields.email | typeof guestFields.phone,
  mayHaveName: boolean,
): { text: string | null; valid: boolean } {
  for (const piece of cells.flatMap((cell) => cell.split(SEVERAL, MAX_SEVERAL))) {
    const text = (mayHaveName ? (IN_BRACKETS.exec(piece.trim())?.[1] ?? piece) : piece).trim();
    const checked = text === "" ? null : schema.safeParse(text);
    if (checked?.success) return { text: checked.data, valid: true };
  }
  const [first] = cells;
  return { text: first ?? null, valid: first === undefined };
}

/** Null for an empty cell, NaN for what is no number. */
function countIn(cell: string | undefined): number | null {
  return cell === undefined ? null : Number(COUNT.exec(cell)?.[1] ?? Number.NaN);
}

function problemsWith(name: string, partySize: number | null, notes: string | null): RowProblem[] {
  const problems: RowProblem[] = [];
  const checkedName = guestFields.name.safeParse(name);
  if (name === "") problems.push({ field: "name", message: "is missing" });
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

function shown(text: string | null): string | null {
  if (text === null || text === "") return null;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
