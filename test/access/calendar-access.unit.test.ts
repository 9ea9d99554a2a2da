import { describe, expect, it } from "vitest";
import { type LoggedDevice, wasRefused } from "../../src/access/calendar-access.ts";
import type { Band } from "../../src/platform/risk-bands/bands.ts";

const NOW = 1_800_000_000_000;
const log = (ipAddress: string, userAgent: string, risk: Band | null, age = 60_000): LoggedDevice => ({
  ipAddress,
  userAgent,
  risk,
  at: NOW - age,
  device: null,
  isTrusted: false,
});
const GUEST = { email: "guest@example.com", phone: null };
const asks = (ipAddress: string, userAgent: string, accesses: LoggedDevice[], device: string | null = null) =>
  wasRefused({ ipAddress, userAgent, device }, accesses, { ...GUEST, stepUpFrom: "block" }, NOW);

describe("wasRefused", () => {
  it("returns false for an unknown device", () => {
    expect(asks("192.0.2.1", "Phone", [])).toBe(false);
    expect(asks("192.0.2.1", "Phone", [log("198.51.100.1", "curl", "block")])).toBe(false);
  });

  it("prefers the last access of the same network and user agent", () => {
    const accesses = [log("192.0.2.1", "curl", "block"), log("192.0.2.1", "Phone", "low")];
    expect(asks("192.0.2.1", "Phone", accesses)).toBe(false);
    expect(asks("192.0.2.1", "curl", accesses)).toBe(true);
    expect(asks("192.0.2.1", "curl", [log("192.0.2.1", "curl", "high"), ...accesses])).toBe(false);
  });

  it("uses the network for another user agent, and the user agent on another network", () => {
    const accesses = [log("2001:db8:1:2::9", "curl", "block")];
    expect(asks("2001:db8:1:2:ffff::1", "Phone", accesses)).toBe(true);
    expect(asks("2001:db8:1:3::9", "Phone", accesses)).toBe(false);
    expect(asks("2001:db8:1:3::9", "curl", accesses)).toBe(true);
  });

  it("prefers the same device to all other evidence", () => {
    const blocked = { ...log("192.0.2.1", "curl", "block"), device: "one" };
    const accesses = [blocked, { ...log("192.0.2.1", "curl", "low"), device: "other" }];
    expect(asks("192.0.2.1", "curl", accesses, "other")).toBe(false);
    expect(asks("198.51.100.1", "Phone", accesses, "one")).toBe(true);
    expect(asks("198.51.100.1", "Phone", accesses)).toBe(false);
  });

  it("requires a verified access where every device is asked", () => {
    const asksAll = (ipAddress: string, accesses: LoggedDevice[], email: string | null = GUEST.email) =>
      wasRefused(
        { ipAddress, userAgent: "Phone", device: null },
        accesses,
        { email, phone: null, stepUpFrom: "low" },
        NOW,
      );
    const own = { ...log("192.0.2.1", "Phone", "low"), isTrusted: true };
    expect(asksAll("192.0.2.1", [])).toBe(true);
    expect(asksAll("192.0.2.1", [log("192.0.2.1", "Phone", "low")])).toBe(true);
    expect(asksAll("192.0.2.1", [own])).toBe(false);
    expect(asksAll("198.51.100.1", [own])).toBe(true);
    expect(asksAll("198.51.100.1", [own], null)).toBe(false);
  });

  it("ignores an access whose score is not written yet", () => {
    const before = log("192.0.2.1", "curl", "block");
    expect(asks("192.0.2.1", "curl", [log("192.0.2.1", "curl", null, 100), before])).toBe(true);
    expect(asks("192.0.2.1", "curl", [log("192.0.2.1", "curl", null, 30_000), before])).toBe(false);
  });
});
