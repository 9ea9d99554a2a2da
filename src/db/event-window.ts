import { type SQL, sql } from "drizzle-orm";
import { DEFAULT_EVENT_DURATION_MS, DOOR_CLOSES_AFTER_MS } from "../kernel/event-window.ts";
import type { Bindable } from "./prepared-statement.ts";
import { events } from "./schema/events.ts";

/** The end of the event of the row, as `eventWindow` defines it. */
export function eventEndsAt(): SQL {
  return sql`coalesce(${events.endTime}, ${events.eventDate} + ${sql.raw(String(DEFAULT_EVENT_DURATION_MS))})`;
}

/** Condition on an event's row: its door is not closed for good. @param end the time after which the door closes */
export function isBeforeClosing(
  now: Bindable<number>,
  end = sql`coalesce(${events.endTime}, ${events.eventDate})`,
): SQL {
  return sql`${now} < ${end} + ${sql.raw(String(DOOR_CLOSES_AFTER_MS))}`;
}
