import { SECOND_MS } from "../../kernel/clock.ts";
import type { RateRule, RateVerdict } from "../../kernel/sliding-window.ts";

/** What is counted of a device's requests, each with a limit of its own. */
export type Counted = "scan" | "walk_in";

/**
 * The limits of a device. One scan a second is more than a person at a door keeps up for long, and a name takes longer than
 * three seconds to type. Members have no such limit.
 */
export const DEVICE_LIMITS = {
  scan: { name: "door-scan", limit: 60, windowSeconds: 60 },
  walk_in: { name: "door-walk-in", limit: 20, windowSeconds: 60 },
} as const satisfies Record<Counted, RateRule>;

/** Digits of a time in epoch milliseconds, until the year 2286. */
export const TIME_DIGITS = 13;

/**
 * The verdict on one request; the SQL condition of `countUse` is the same rule.
 * @param log the requests before it, as the device's row has them: the last `limit` times, without a separator
 * @param now epoch milliseconds
 */
export function deviceVerdict(counted: Counted, log: string, now: number): RateVerdict {
  const { limit, windowSeconds } = DEVICE_LIMITS[counted];
  const startsAfter = now - windowSeconds * SECOND_MS;
  const times = Array.from({ length: log.length / TIME_DIGITS }, (_, index) =>
    Number(log.slice(index * TIME_DIGITS, (index + 1) * TIME_DIGITS)),
  );
  const recent = times.filter((at) => at > startsAfter);
  const [oldest = 0] = times;
  return {
    allowed: times.length < limit || oldest <= startsAfter,
    remaining: Math.max(0, limit - recent.length - 1),
    resetSeconds: Math.max(1, Math.ceil(((recent[0] ?? now) - startsAfter) / SECOND_MS)),
  };
}

/** The verdict on a request that was counted. @param log as it is with the request */
export function countedVerdict(counted: Counted, log: string, now: number): RateVerdict {
  return deviceVerdict(counted, log.slice(0, -TIME_DIGITS), now);
}
