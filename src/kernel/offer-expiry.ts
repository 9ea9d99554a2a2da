import { HOUR_MS } from "./clock.ts";

/** The values that decide when an offer of a seat expires. Times in epoch milliseconds. */
export interface OfferTimes {
  offerHours: number;
  eventDate: number;
}

/** Time at which an offer expires: after the event's `offer_hours`, at the latest when the event starts. */
export function offerExpiry({ offerHours, eventDate }: OfferTimes, now: number): number {
  return Math.min(now + offerHours * HOUR_MS, eventDate);
}
