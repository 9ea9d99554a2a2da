import { HOUR_MS } from "../../kernel/clock.ts";

/** What decides how long an offer stands. Times in epoch milliseconds. */
export interface OfferTimes {
  offerHours: number;
  eventDate: number;
  endTime: number | null;
}

/** When an event ends: seats are neither offered nor taken after it (epoch milliseconds). */
export function endOfEvent({ eventDate, endTime }: Pick<OfferTimes, "eventDate" | "endTime">): number {
  return endTime ?? eventDate;
}

/** When an offer that is made now runs out: after the host's hours, at the latest when the event ends. */
export function offerExpiry(times: OfferTimes, now: number): number {
  return Math.min(now + times.offerHours * HOUR_MS, endOfEvent(times));
}
