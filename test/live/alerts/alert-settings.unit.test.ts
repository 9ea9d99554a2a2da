import { describe, expect, it } from "vitest";
import {
  type AlertSettings,
  alertContentFor,
  nextDigestAt,
  settingsOf,
  wantsRiskAlert,
} from "../../../src/live/alerts/alert-settings.ts";

const OFF: AlertSettings = { answers: "off", risk: "off", waitlist: false };
const HAPPENED = { answers: ["Ana"], waiting: ["Ben"], passed: ["bounced"], lost: ["Kim"] };

describe("settingsOf", () => {
  it("returns the defaults for the host, and nothing for other members, until they choose", () => {
    expect(settingsOf(null, true)).toEqual({ answers: "daily", risk: "block", waitlist: true });
    expect(settingsOf(null, false)).toEqual(OFF);
    expect(settingsOf(OFF, true)).toEqual(OFF);
  });
});

describe("alertContentFor", () => {
  it.each([
    ["soon", { ...OFF, answers: "each" }, { answers: ["Ana"], waiting: [], passed: [], lost: [] }],
    ["soon", { ...OFF, waitlist: true }, { answers: [], waiting: ["Ben"], passed: ["bounced"], lost: [] }],
    ["soon", { ...OFF, answers: "daily" }, null],
    ["daily", { ...OFF, answers: "daily" }, { answers: ["Ana"], waiting: [], passed: [], lost: ["Kim"] }],
    ["daily", { ...OFF, answers: "daily", waitlist: true }, HAPPENED],
    ["daily", { ...OFF, answers: "each", waitlist: true }, null],
  ] as const)("returns in the run %s for %j: %j", (kind, settings, expected) => {
    expect(alertContentFor(settings, kind, HAPPENED)).toEqual(expected);
  });

  it("returns null when nothing has happened", () => {
    const quiet = { answers: [], waiting: [], passed: [], lost: [] };
    expect(alertContentFor({ ...OFF, answers: "daily", waitlist: true }, "daily", quiet)).toBeNull();
  });
});

describe("wantsRiskAlert", () => {
  it("returns true from the chosen risk band on", () => {
    expect([
      wantsRiskAlert({ ...OFF, risk: "high" }, "high"),
      wantsRiskAlert({ ...OFF, risk: "high" }, "block"),
    ]).toEqual([true, true]);
    expect([wantsRiskAlert({ ...OFF, risk: "block" }, "high"), wantsRiskAlert(OFF, "block")]).toEqual([false, false]);
  });
});

describe("nextDigestAt", () => {
  it.each([
    ["2027-06-19T05:59:00Z", "Europe/Berlin", "2027-06-19T06:00:00Z"],
    ["2027-06-19T06:00:00Z", "Europe/Berlin", "2027-06-20T06:00:00Z"],
    // The clocks go forward in the night.
    ["2027-03-27T12:00:00Z", "Europe/Berlin", "2027-03-28T06:00:00Z"],
    ["2027-06-19T23:30:00Z", "America/Los_Angeles", "2027-06-20T15:00:00Z"],
  ])("returns after %s in %s: %s", (now, zone, expected) => {
    expect(nextDigestAt(Date.parse(now), zone)).toBe(Date.parse(expected));
  });
});
