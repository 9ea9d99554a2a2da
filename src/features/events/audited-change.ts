import { toWire } from "../../kernel/clock.ts";
import { maskEmail } from "../../kernel/email-address.ts";
import { snakeName } from "../../kernel/snake-name.ts";
import type { AuditedState } from "../audit/record.ts";
import type { EventRow } from "./queries.ts";

/** Columns that are times. */
const MOMENTS: ReadonlySet<string> = new Set(["eventDate", "endTime", "rsvpDeadline", "doorOpensAt"]);

/** The fields of an event that a change gives another value, by their names on the wire. */
export interface ChangedFields {
  names: string[];
  before: AuditedState;
  after: AuditedState;
}

/** What a change really changes, as the audit has it. An address for replies is somebody's own: it is masked. */
export function changedFields(before: EventRow, changes: Partial<EventRow>): ChangedFields {
  const { replyToVerifiedAt: _, ...settings } = changes;
  const after = { ...before, ...settings };
  const keys = (Object.keys(settings) as (keyof EventRow)[]).filter((key) => before[key] !== after[key]);
  const stateOf = (row: EventRow): AuditedState =>
    Object.fromEntries(keys.map((key) => [snakeName(key), shown(key, row[key])]));
  return { names: keys.map(snakeName), before: stateOf(before), after: stateOf(after) };
}

function shown(key: string, value: EventRow[keyof EventRow]): string | number | boolean | null {
  if (typeof value === "number" && MOMENTS.has(key)) return toWire(value);
  return key === "replyTo" && typeof value === "string" ? maskEmail(value) : value;
}
