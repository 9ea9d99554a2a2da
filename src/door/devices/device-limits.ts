import { SECOND_MS } from "../../kernel/clock.ts";
import type { RateRule, RateVerdict } from "../../kernel/sliding-window.ts";

/** The kinds of a device's requests that are counted, each in its own window. */
export const COUNTED_KINDS = ["preview", "check_in", "walk_in"] as const;

export type Counted = (typeof COUNTED_KINDS)[number];

/**
 * The limits of a device. A person at a door does not keep up one guest per second for long, and typing a name takes longer
 * than three seconds. Members have no such limit.
 */
export const DEVICE_LIMITS = {
  preview: { name: "door-preview", limit: 60, windowSeconds: 60 },
  check_in: { name: "door-check-in", limit: 60, windowSeconds: 60 },
  walk_in: { name: "door-walk-in", limit: 20, windowSeconds: 60 },
} as const satisfies Record<Counted, RateRule>;

/** The uses of one kind in the current window. */
export interface UseWindow {
  count: number;
  /** When the oldest of them was, epoch milliseconds. */
  oldestAt: number;
}

/**
 * Returns the rate-limit result of one request. The condition of `insertUse` is the same rule in SQL.
 * @param before the window before the request; undefined for an empty one
 * @param now epoch milliseconds
 */
export function deviceVerdict(counted: Counted, before: UseWindow | undefined, now: number): RateVerdict {
  const { limit, windowSeconds } = DEVICE_LIMITS[counted];
  const { count, oldestAt } = before ?? { count: 0, oldestAt: now };
  return {
    allowed: count < limit,
    remaining: Math.max(0, limit - count - 1),
    resetSeconds: Math.max(1, Math.ceil((oldestAt + windowSeconds * SECOND_MS - now) / SECOND_MS)),
  };
}
