import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { type EventTimes, eventWindow } from "../kernel/event-window.ts";

/** How far a scanner's clock may be ahead before its time is not believed. */
export const MAX_AHEAD_MS = 5 * MINUTE_MS;
/** How old an offline scan may be while the door is not open yet: a team tries its phones in the days before. */
export const MAX_TRIAL_AGE_MS = 12 * HOUR_MS;

/** When a guest arrived, and what the scanner claimed where that is not believed. Epoch milliseconds. */
export interface ArrivalTime {
  checkedInAt: number;
  claimedAt: number | null;
}

/**
 * When a guest arrived. A scanner's time is believed from the opening of the door (while it is not open yet, for half a day) until
 * five minutes ahead of the server, and never makes an arrival later than now; otherwise the server's time counts. The
 * insert of a check-in computes the same in SQL, because it reads no event first.
 * @param scannedAt the scanner's own time of an offline scan, or null
 */
export function arrivalTime(event: EventTimes, scannedAt: number | null, now: number): ArrivalTime {
  if (scannedAt === null) return { checkedInAt: now, claimedAt: null };
  const { opensAt } = eventWindow(event);
  const earliest = opensAt <= now ? opensAt : now - MAX_TRIAL_AGE_MS;
  if (scannedAt < earliest || scannedAt > now + MAX_AHEAD_MS) return { checkedInAt: now, claimedAt: scannedAt };
  return { checkedInAt: Math.min(scannedAt, now), claimedAt: null };
}
