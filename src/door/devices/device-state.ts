import { type DoorWindow, type EventTimes, eventWindow } from "../../kernel/event-window.ts";

/** What decides whether a door device works. Times are epoch milliseconds. */
export interface DeviceFacts extends EventTimes {
  createdAt: number;
  /** Null for a named device, whose times are the event's. */
  expiresAt: number | null;
  revokedAt: number | null;
}

/** `not_open`: it will work when the door opens. `ended`: it will not work again. */
export type DeviceState = "active" | "not_open" | "ended";

/** The times between which a device works: of a scanner ticket its own, of a named device the event's, as they are now. */
export function deviceWindow({ expiresAt, createdAt, ...event }: Omit<DeviceFacts, "revokedAt">): DoorWindow {
  return expiresAt === null ? eventWindow(event) : { opensAt: createdAt, closesAt: expiresAt };
}

/** The state of a device; the SQL condition `isDeviceActive` is the same rule. */
export function deviceState(device: DeviceFacts, now: number): DeviceState {
  const { opensAt, closesAt } = deviceWindow(device);
  if (device.revokedAt !== null || now >= closesAt) return "ended";
  return now < opensAt ? "not_open" : "active";
}
