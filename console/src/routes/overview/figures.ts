import type { Event } from "@usher/client";
import { wallTimeOf } from "../../i18n/zoned-time.ts";
import { endOf } from "../events/in-order.ts";

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;
/** Over more quarters than one day the chart shows only those with arrivals. */
const MAX_QUARTERS = 96;
/** Two hours, so that the first arrivals do not fill the chart. */
const MIN_QUARTERS = 8;

/** Returns the calendar days until a date, negative for the past. @param now epoch milliseconds */
export function dayCount(date: string, timeZone: string, now: number): number {
  const midnight = (at: string | number) => Date.parse(`${wallTimeOf(at, timeZone).slice(0, 10)}T00:00:00Z`);
  return Math.round((midnight(date) - midnight(now)) / DAY_MS);
}

/** Where an event is in time. `over-without-end`: its end is assumed, because the host set none. @param now epoch milliseconds */
export function phaseOf(event: Pick<Event, "event_date" | "end_time" | "timezone">, now: number) {
  if (now >= endOf(event)) return event.end_time === null ? "over-without-end" : "over";
  const days = dayCount(event.event_date, event.timezone, now);
  if (days < 0) return "started";
  return days === 0 ? "today" : "in-days";
}

export interface Quarter {
  at: string;
  heads: number;
}

/** Returns all quarters from the first to the last arrival, at least two hours of them. */
export function quartersOf(arrivals: readonly Quarter[]): Quarter[] {
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = Date.parse(first.at);
  const length = (Date.parse(last.at) - start) / QUARTER_MS + 1;
  if (length > MAX_QUARTERS) return [...arrivals];
  const heads = new Map(arrivals.map((quarter) => [Date.parse(quarter.at), quarter.heads]));
  return Array.from({ length: Math.max(length, MIN_QUARTERS) }, (_, index) => {
    const at = start + index * QUARTER_MS;
    return { at: new Date(at).toISOString(), heads: heads.get(at) ?? 0 };
  });
}
