import { emailKey } from "../kernel/email-address.ts";
import { NameIndex } from "../kernel/name-search.ts";
import type { FileRow, InvalidPhone } from "./guest-row.ts";
import { indexParties, type NamesakeParty } from "./same-name.ts";
import type { PartyRow } from "./search.ts";

export const ROW_STATUSES = [
  "valid",
  "without_phone",
  "possible_duplicate",
  "invalid",
  "duplicate_in_file",
  "already_on_event",
] as const;

export type RowStatus = (typeof ROW_STATUSES)[number];

/** A row of a file with its effect in an import. */
export interface ClassifiedRow extends FileRow {
  status: RowStatus;
  /** Numbers of the rows before it in which the guest or a companion has the name. */
  sameName: number[];
}

/** Query parameters that say how to read a file. */
export interface ImportChoices {
  /** One invalid row rejects the whole file, and a possible duplicate is skipped. */
  strict: boolean;
  invalidPhone: InvalidPhone;
}

/** A listed guest with what the rows of a file are compared with. */
export interface ListedGuest extends PartyRow {
  emailKey: string | null;
  externalId: string | null;
}

/** The rows of a file whose guests are on the list, by number. */
export interface ListedRows {
  /** The guest's ID, found by email address, external ID, or ID of Usher's export. */
  onList: ReadonlyMap<number, string>;
  /** The parties in which someone has the name, for a row that matches only by name. */
  namesakes: ReadonlyMap<number, NamesakeParty[]>;
}

/** The numbers of the rows of `ListedRows`. */
export interface ListedNumbers {
  onList: Pick<ReadonlySet<number>, "has">;
  namesakes: Pick<ReadonlySet<number>, "has">;
}

/**
 * Finds the rows whose guests are already on the list. They match by email address, by external ID, or by the ID from
 * our own export, which identifies guests without either. Also finds rows that share only the name with someone of a
 * listed party.
 */
export function rowsOnList(rows: readonly FileRow[], listed: readonly ListedGuest[]): ListedRows {
  const ids = new Set(listed.map(({ id }) => id));
  const addresses = new Map(listed.map((guest) => [guest.emailKey, guest.id]));
  const externalIds = new Map(listed.map((guest) => [guest.externalId, guest.id]));
  const partiesNamed = indexParties(listed);
  const onList = new Map<number, string>();
  const namesakes = new Map<number, NamesakeParty[]>();
  for (const { row, id, guest } of rows) {
    if (guest === null) continue;
    const own = id !== null && ids.has(id) ? id : undefined;
    const address = guest.email === null ? undefined : addresses.get(emailKey(guest.email));
    const found = own ?? address ?? (guest.externalId === null ? undefined : externalIds.get(guest.externalId));
    if (found !== undefined) onList.set(row, found);
    else {
      const parties = partiesNamed(guest.name);
      if (parties.length > 0) namesakes.set(row, parties);
    }
  }
  return { onList, namesakes };
}

/** Adds to each row its effect in an import. */
export function classifyRows(rows: readonly FileRow[], listed: ListedNumbers): ClassifiedRow[] {
  const names = new NameIndex<number>();
  return rows.map((row) => {
    const sameName = row.guest === null ? [] : names.find(row.guest.name);
    const status = statusOf(row, listed, sameName);
    if (row.guest !== null && status !== "duplicate_in_file") {
      for (const { name } of [row.guest, ...row.guest.companions]) names.add(name, row.row);
    }
    return { ...row, status, sameName };
  });
}

/** Whether an import inserts the guest of a row. */
export function isImported({ status }: Pick<ClassifiedRow, "status">, { strict }: Pick<ImportChoices, "strict">) {
  return status === "valid" || status === "without_phone" || (status === "possible_duplicate" && !strict);
}

function statusOf(row: FileRow, { onList, namesakes }: ListedNumbers, sameName: readonly number[]): RowStatus {
  if (row.guest === null) return "invalid";
  if (row.isDuplicate) return "duplicate_in_file";
  if (onList.has(row.row)) return "already_on_event";
  if (namesakes.has(row.row) || sameName.length > 0) return "possible_duplicate";
  return row.droppedPhone === null ? "valid" : "without_phone";
}
