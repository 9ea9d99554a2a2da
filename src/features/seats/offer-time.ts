import { HOUR_MS } from "../../kernel/clock.ts";
import { endOf } from "../events/event-times.ts";

/** What decides how long an offer stands. Times in epoch milliseconds. */
export interface OfferTimes {
  offerHours: number;
  eventDate: number;
  endTime: number | null;
}

/** When an offer that is made now runs out: after the host's hours, at the latest when the event ends. */
export function offerExpiry(times: OfferTimes, now: number): number {
  return Math.min(now + times.offerHours * HOUR_MS, endOf(times));
}
