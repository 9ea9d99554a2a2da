import type { doorDevices, doorDeviceUses } from "../../db/schema/door-devices.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { type DoorWindow, type EventTimes, eventWindow } from "../../kernel/event-window.ts";
import type { RateLimitResult, RateRule } from "../../kernel/sliding-window.ts";

/** The facts that decide whether a door device works. Times are epoch milliseconds. */
export type DeviceFacts = EventTimes & Pick<typeof doorDevices.$inferSelect, "createdAt" | "expiresAt" | "revokedAt">;

/** `not_open`: it will work when the door opens. `ended`: it will not work again. */
export type DeviceState = "active" | "not_open" | "ended";

/**
 * Returns the times between which a device works: a scanner ticket's own, or for a named device the event's current
 * ones.
 */
export function deviceWindow({ expiresAt, createdAt, ...event }: Omit<DeviceFacts, "revokedAt">): DoorWindow {
  return expiresAt === null ? eventWindow(event) : { opensAt: createdAt, closesAt: expiresAt };
}

/** The state of a device; the SQL condition `isDeviceActive` is the same rule. */
export function deviceState(device: DeviceFacts, now: number): DeviceState {
  const { opensAt, closesAt } = deviceWindow(device);
  if (device.revokedAt !== null || now >= closesAt) return "ended";
  return now < opensAt ? "not_open" : "active";
}

/** The kinds of a device's requests that are counted, each in its own window. */
export type Counted = typeof doorDeviceUses.$inferSelect.kind;

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
  /** Time of the oldest of them, epoch milliseconds. */
  oldestAt: number;
}

/**
 * Returns the rate-limit result of one request. `INSERT_USE` applies the rule in SQL.
 * @param before the window before the request; undefined for an empty one
 * @param now epoch milliseconds
 */
export function deviceVerdict(counted: Counted, before: UseWindow | undefined, now: number): RateLimitResult {
  const { limit, windowSeconds } = DEVICE_LIMITS[counted];
  const { count, oldestAt } = before ?? { count: 0, oldestAt: now };
  return {
    allowed: count < limit,
    remaining: Math.max(0, limit - count - 1),
    resetSeconds: Math.max(1, Math.ceil((oldestAt + windowSeconds * SECOND_MS - now) / SECOND_MS)),
  };
}
