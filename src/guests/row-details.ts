import { tagKey } from "../kernel/tag-keys.ts";
import type { ImportField } from "./import-headers.ts";
import { holdsCompanions } from "./party.ts";
import type { GuestDetails } from "./queries.ts";
import type { RowProblem } from "./row-problem.ts";
import { guestFields, partyTooSmall } from "./schemas.ts";

/** Separates several tags or names in one cell. A comma may be part of one. */
const ENTRY_SEPARATOR = /[;|\r\n]/;

/** The details of a row, and what is invalid in them. */
interface ReadDetails {
  details: GuestDetails;
  problems: RowProblem[];
}

/**
 * Reads what a row says of a guest beside the contact. A tag that a cell repeats counts once.
 * @param cellsOf the cells of a field that are not empty
 * @param partySize of the same row
 */
export function readDetails(cellsOf: (field: ImportField) => string[], partySize: number | null): ReadDetails {
  const problems: RowProblem[] = [];
  const firstOf = (field: "table" | "external_id" | "locale"): string | null => {
    const checked = guestFields[field].safeParse(cellsOf(field)[0] ?? null);
    if (checked.success) return checked.data;
    problems.push({ field, message: checked.error.issues[0]?.message ?? "is invalid" });
    return null;
  };
  const listOf = <T>(field: "tags" | "companions", parse: (entries: string[]) => Parsed<T>): T[] => {
    const entries = cellsOf(field).flatMap((cell) => cell.split(ENTRY_SEPARATOR));
    const checked = parse(entries.map((entry) => entry.trim()).filter((entry) => entry !== ""));
    if (checked.success) return checked.data;
    problems.push({ field, message: messageOf(checked.error.issues[0]) });
    return [];
  };
  const companions = listOf("companions", (names) => guestFields.companions.safeParse(names.map((name) => ({ name }))));
  if (!holdsCompanions({ partySize, companions })) {
    problems.push({ field: "party_size", message: partyTooSmall(companions) });
  }
  return {
    details: {
      tags: listOf("tags", (tags) => guestFields.tags.safeParse(withoutRepeated(tags))),
      tableName: firstOf("table"),
      externalId: firstOf("external_id"),
      locale: firstOf("locale"),
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
function messageOf(issue: Issue | undefined): string {
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
