import { type CsvRecord, unescapeFormulas } from "../kernel/csv-records.ts";
import { tagKey } from "../kernel/tag-keys.ts";
import { DETAILS, detailValues, type GuestDetails, TEXT_DETAILS } from "./details.ts";
import { type ColumnsOf, type ImportField, joinName } from "./import-columns.ts";
import { holdsCompanions } from "./party.ts";
import { guestFields, type NewGuest, partyTooSmall } from "./schemas.ts";

/** Parts of a row that can be invalid. `row`: the row as a whole. */
export const PROBLEM_FIELDS = ["row", "name", "email", "phone", "party_size", "notes", ...DETAILS] as const;

/** An invalid value of a row. */
export interface RowProblem {
  field: (typeof PROBLEM_FIELDS)[number];
  message: string;
}

/** Separates several tags or names in one cell. A comma may be part of one. */
const ENTRY_SEPARATOR = /[;|\r\n]/;

/** The details of a row, and its invalid values. */
interface ReadDetails {
  details: GuestDetails;
  problems: RowProblem[];
}

/**
 * Reads the details of a guest in a row, without the contact. Repeated tags of a cell count once.
 * @param cellsOf the non-empty cells of a field
 * @param partySize of the same row
 */
function readDetails(cellsOf: (field: ImportField) => string[], partySize: number | null): ReadDetails {
  const problems: RowProblem[] = [];
  const firstOf = (field: (typeof TEXT_DETAILS)[number]): string | null => {
    const checked = guestFields[field].safeParse(cellsOf(field)[0] ?? null);
    if (checked.success) return checked.data;
    problems.push({ field, message: checked.error.issues[0]?.message ?? "is invalid" });
    return null;
  };
  const listOf = <T>(field: "tags" | "companions", parse: (entries: string[]) => Parsed<T>): T[] => {
    const entries = cellsOf(field).flatMap((cell) => cell.split(ENTRY_SEPARATOR));
    const checked = parse(entries.map((entry) => entry.trim()).filter((entry) => entry !== ""));
    if (checked.success) return checked.data;
    problems.push({ field, message: messageOfIssue(checked.error.issues[0]) });
    return [];
  };
  const companions = listOf("companions", (names) => guestFields.companions.safeParse(names.map((name) => ({ name }))));
  if (!holdsCompanions({ partySize, companions })) {
    problems.push({ field: "party_size", message: partyTooSmall(companions) });
  }
  return {
    details: {
      tags: listOf("tags", (tags) => guestFields.tags.safeParse(withoutRepeated(tags))),
      ...detailValues(TEXT_DETAILS, (_, detail) => firstOf(detail)),
      companions,
    },
    problems,
  };
}

type Parsed<T> = { success: true; data: T[] } | { success: false; error: { issues: readonly Issue[] } };

interface Issue {
  message: string;
  path: readonly PropertyKey[];
}

/** Names the entry of the list that is invalid, unless the list as a whole is. */
function messageOfIssue(issue: Issue | undefined): string {
  const [index] = issue?.path ?? [];
  const message = issue?.message ?? "is invalid";
  return typeof index === "number" ? `has an entry, number ${index + 1}, that ${message}` : message;
}

function withoutRepeated(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const key = tagKey(tag);
    return !seen.has(key) && seen.add(key);
  });
}

/** A parsed row of a file. */
export interface FileRow {
  /** Counted from 1, like the rows of a spreadsheet. */
  row: number;
  /** The `id` column, which only Usher's export has. */
  id: string | null;
  /** The cells, valid or not, for display. */
  display: { name: string | null; email: string | null; phone: string | null; partySize: number | null };
  details: GuestDetails;
  /** The guest to insert; null if the row has problems. */
  guest: NewGuest | null;
  problems: RowProblem[];
  /** The phone number that the guest is inserted without, as `InvalidPhone` allows; no problem of the row. */
  droppedPhone: RowProblem | null;
  /** True if an earlier row of the file has the same email address or external ID. */
  isDuplicate: boolean;
}

/** How to import a guest with an invalid phone number: not at all, or without the number. */
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
 * Validates a row and maps it to a guest. If a row has several addresses or numbers, in one cell or in several columns,
 * the first valid one counts. If none is valid, the row is invalid.
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
  const name = validName({
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
  const notes = guestFields.notes.safeParse(cellsOf("notes")[0] ?? null);
  if (!notes.success) problems.push({ field: "notes", message: messageOf(notes.error) });
  const { details, problems: inDetails } = readDetails(cellsOf, partySize);
  problems.push(...validate(name, partySize), ...inDetails);
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
    guest: problems.length === 0 ? { name, ...contact, partySize, notes: notes.data ?? null, ...details } : null,
    problems,
    droppedPhone: problems.length === 0 ? noPhone : null,
    isDuplicate: false,
  };
}

/** Returns a row's name as it is stored, or unchanged if it is invalid. */
function validName(parts: Parameters<typeof joinName>[0]): string {
  const name = joinName(parts);
  return guestFields.name.safeParse(name).data ?? name;
}

/** Returns the first valid value. Without one, returns the first cell unchanged, for display, and its problem. */
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

function validate(name: string, partySize: number | null): RowProblem[] {
  const problems: RowProblem[] = [];
  const checkedName = guestFields.name.safeParse(name);
  if (name === "") problems.push({ field: "name", message: "is required" });
  else if (!checkedName.success) problems.push({ field: "name", message: messageOf(checkedName.error) });
  if (!guestFields.party_size.safeParse(partySize).success)
    problems.push({ field: "party_size", message: NOT_A_COUNT });
  return problems;
}

function messageOf(error: { issues: readonly { message: string }[] }): string {
  return error.issues[0]?.message ?? "is invalid";
}

function truncate(text: string | null): string | null {
  if (text === null || text === "") return null;
  return text.length > MAX_DISPLAY_LENGTH ? `${text.slice(0, MAX_DISPLAY_LENGTH)}…` : text;
}
