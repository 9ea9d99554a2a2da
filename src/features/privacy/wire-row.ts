import { toWire } from "../../kernel/clock.ts";

/** Columns that help the service search and are no data of anybody's. */
const INTERNAL = new Set(["emailKey", "nameKey"]);
/** Columns that hold a moment without being called `…At`. */
const MOMENTS = new Set(["at", "eventDate", "endTime", "currentPeriodEnd"]);

/** A row as it leaves on the wire: snake_case, moments in RFC 3339, without the columns that only serve a search. */
export function wireRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([key]) => !INTERNAL.has(key))
      .map(([key, value]) => [snake(key), isMoment(key, value) ? toWire(value) : value]),
  );
}

function isMoment(key: string, value: unknown): value is number {
  return typeof value === "number" && (MOMENTS.has(key) || key.endsWith("At"));
}

function snake(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
