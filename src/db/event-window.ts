import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { DEFAULT_EVENT_DURATION_MS, DOOR_CLOSES_AFTER_MS, DOOR_OPENS_BEFORE_MS } from "../kernel/event-window.ts";
import type { Bindable } from "./prepared-statement.ts";
import { events } from "./schema/events.ts";

/** The end of the event of the row, as `eventWindow` defines it. */
export function eventEndsAt(): SQL {
  return sql`coalesce(${events.endTime}, ${events.eventDate} + ${sql.raw(String(DEFAULT_EVENT_DURATION_MS))})`;
}

/** SQL for the time at which the door of the row's event opens. */
export function doorOpensAt(): SQL {
  return sql`${events.eventDate} - ${sql.raw(String(DOOR_OPENS_BEFORE_MS))}`;
}

/**
 * SQL for the time at which the door of the row's event closes.
 * @param end the time after which the door closes
 */
export function doorClosesAt(end: SQL | SQLiteColumn = sql`coalesce(${events.endTime}, ${events.eventDate})`): SQL {
  return sql`${end} + ${sql.raw(String(DOOR_CLOSES_AFTER_MS))}`;
}

/** Condition on an event's row: its door is not closed for good. @param end as in `doorClosesAt` */
export function isBeforeClosing(now: Bindable<number>, end?: SQL): SQL {
  return sql`${now} < ${doorClosesAt(end)}`;
}
