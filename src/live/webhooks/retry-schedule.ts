import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";

/** Waits between the tries of a delivery, after the first. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const;
/** Up to this part of a delay is added, so that receivers that recover do not get every delivery at the same time. */
const JITTER = 0.1;

/** An endpoint that has failed for this long is ended. */
export const ENDED_AFTER_MS = 5 * DAY_MS;

/**
 * Milliseconds until the next try; null after the last.
 * @param attempts tries so far, the failed one included
 * @param random from 0 to 1
 */
export function delayBeforeRetry(attempts: number, random: number): number | null {
  const wait = RETRY_DELAYS_MS[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * random));
}

/** Whether an endpoint that fails now has failed for too long. Both in epoch milliseconds. */
export function isToEnd(failingSince: number | null, now: number): boolean {
  return failingSince !== null && now - failingSince >= ENDED_AFTER_MS;
}
