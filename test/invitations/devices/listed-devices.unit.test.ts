import { describe, expect, it } from "vitest";
import {
  type DeviceAccess,
  deviceLabel,
  type KnownDevices,
  listedDevices,
} from "../../../src/invitations/devices/read-devices.ts";
import { LAPTOP, PHONE } from "../../support/user-agents.ts";

const NOBODY: KnownDevices = { answered: { device: null, userAgent: null, submittedAt: null }, known: [] };

/** An access of a device, at a second of the epoch. */
function access(device: string, second: number, changes: Partial<DeviceAccess> = {}): DeviceAccess {
  const place = { geoCity: "Lisbon", geoCountry: "PT", ipAddress: "203.0.113.9", count: 1, lastAt: null };
  return { device, at: second * 1_000, userAgent: PHONE, risk: "low", verdict: null, ...place, ...changes };
}

const statusOf = (accesses: DeviceAccess[], others = NOBODY) =>
  listedDevices(accesses, others).map(({ status }) => status);

describe("listedDevices", () => {
  it("returns a label, a place, and the first and last access", () => {
    const accesses = [
      access("one", 9),
      access("two", 7, { userAgent: LAPTOP, geoCity: null, geoCountry: null }),
      access("one", 3),
    ];
    expect(listedDevices(accesses, NOBODY)).toEqual([
      {
        id: "one",
        ids: ["one"],
        label: "iPhone · Safari",
        place: "Lisbon, PT",
        status: "known",
        accesses: 2,
        firstSeen: 3_000,
        lastSeen: 9_000,
      },
      {
        id: "two",
        ids: ["two"],
        label: "Windows · Chrome",
        place: "203.0.113.9",
        status: "new",
        accesses: 1,
        firstSeen: 7_000,
        lastSeen: 7_000,
      },
    ]);
    const [shared] = listedDevices([access("one", 3, { count: 5, lastAt: 8_000 })], NOBODY);
    expect([shared?.accesses, shared?.lastSeen, shared?.status]).toEqual([5, 8_000, "known"]);
    expect([deviceLabel("curl/8.5.0"), deviceLabel("")]).toEqual(["curl", null]);
  });

  it("merges the IDs of a browser that sends another ID each time", () => {
    const once = [access("a", 9), access("b", 8), access("c", 7), access("laptop", 6, { userAgent: LAPTOP })];
    expect(listedDevices([...once, access("phone", 5), access("phone", 4)], NOBODY)).toMatchObject([
      { id: "a", ids: ["a", "b", "c"], accesses: 3, status: "new" },
      { id: "laptop", accesses: 1 },
      { id: "phone", accesses: 2, status: "known" },
    ]);
  });

  it("returns the status of submitting, verified and blocked devices", () => {
    const accesses = [access("answered", 9), access("proved", 8, { userAgent: LAPTOP }), access("proved", 7)];
    const known = [{ device: "proved", provedAt: 1, endedAt: null }];
    const others = { answered: { device: "answered", userAgent: PHONE, submittedAt: 1 }, known };
    expect(statusOf(accesses, others)).toEqual(["answered", "proved"]);
    expect(statusOf([access("a", 9, { risk: "block" }), access("a", 8)])).toEqual(["blocked"]);
    expect(statusOf([access("a", 9), access("a", 8, { risk: "block" })])).toEqual(["known"]);
    expect(statusOf([access("a", 9), access("a", 8, { verdict: "suspicious" })])).toEqual(["blocked"]);
  });

  it("omits forgotten devices, and includes the submitting device without an access", () => {
    const known = [{ device: "gone", provedAt: 1, endedAt: 2 }];
    const answered = { device: "client", userAgent: "okhttp/5.0", submittedAt: 4_000 };
    expect(listedDevices([access("gone", 9), access("gone", 8)], { answered, known })).toEqual([
      {
        id: "client",
        ids: ["client"],
        label: "okhttp",
        place: null,
        status: "answered",
        accesses: 0,
        firstSeen: 4_000,
        lastSeen: 4_000,
      },
    ]);
  });
});
