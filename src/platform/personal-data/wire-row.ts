import { snakeName } from "../../kernel/case.ts";
import { toWire } from "../../kernel/clock.ts";

/** Columns that hold epoch milliseconds and whose name does not end in `At`. */
const MOMENTS = new Set([
  "at",
  "eventDate",
  "endTime",
  "rsvpDeadline",
  "currentPeriodEnd",
  "previousUntil",
  "failingSince",
]);

/** A row in the wire format: snake_case names, times in RFC 3339. */
export function wireRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [snakeName(key), isMoment(key, value) ? toWire(value) : value]),
  );
}

function isMoment(key: string, value: unknown): value is number {
  return typeof value === "number" && (MOMENTS.has(key) || key.endsWith("At"));
}
