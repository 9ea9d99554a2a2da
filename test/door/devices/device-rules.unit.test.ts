import { describe, expect, it } from "vitest";
import { deviceState, deviceVerdict, deviceWindow } from "../../../src/door/devices/device-state.ts";
import { deviceNetwork } from "../../../src/door/devices/device-ticket.ts";
import { isDoorOpen } from "../../../src/kernel/event-window.ts";

const HOUR = 3_600_000;
const BEGINS = Date.UTC(2027, 5, 5, 18);
const EVENT = { eventDate: BEGINS, endTime: BEGINS + 4 * HOUR };
const NAMED = { ...EVENT, createdAt: 0, expiresAt: null, revokedAt: null };
const TICKET = { ...NAMED, createdAt: BEGINS - 48 * HOUR, expiresAt: BEGINS - 36 * HOUR };

describe("deviceState and deviceWindow", () => {
  it.each([
    [-12 * HOUR - 1, "not_open"],
    [-12 * HOUR, "active"],
    [28 * HOUR - 1, "active"],
    [28 * HOUR, "ended"],
  ])("returns for a named device %i ms after the start: %s", (after, state) => {
    expect(deviceState(NAMED, BEGINS + after)).toBe(state);
    expect(isDoorOpen(EVENT, BEGINS + after)).toBe(state === "active");
    expect(deviceState({ ...NAMED, revokedAt: 1 }, BEGINS + after)).toBe("ended");
  });

  it("follows the times of a scanner ticket", () => {
    expect(deviceWindow(TICKET)).toEqual({ opensAt: TICKET.createdAt, closesAt: TICKET.expiresAt });
    expect(deviceState(TICKET, TICKET.expiresAt - 1)).toBe("active");
    expect(deviceState(TICKET, TICKET.expiresAt)).toBe("ended");
  });

  it("counts from the start for an event without an end", () => {
    expect(deviceWindow({ ...NAMED, endTime: null }).closesAt).toBe(BEGINS + 24 * HOUR);
  });
});

describe("deviceNetwork", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["", ""],
    ["unknown", ""],
  ])("returns for %j: %j", (address, network) => {
    expect(deviceNetwork(address)).toBe(network);
  });
});

describe("deviceVerdict", () => {
  const NOW = 1_800_000_000_000;

  it.each<[number, number, boolean, number, number]>([
    [0, 0, true, 19, 60],
    [1, 59_999, true, 18, 1],
    [19, 30_000, true, 0, 30],
    [20, 30_000, false, 0, 30],
  ])("returns with %i walk-ins, the oldest %i ms ago: %s", (count, age, allowed, remaining, resetSeconds) => {
    const before = count === 0 ? undefined : { count, oldestAt: NOW - age };
    expect(deviceVerdict("walk_in", before, NOW)).toEqual({ allowed, remaining, resetSeconds });
  });
});
