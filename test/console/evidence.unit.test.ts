import { describe, expect, it } from "vitest";
import { reasonsOf } from "../../console/src/routes/safety/evidence.ts";

function deviceReason(now: unknown, known: unknown) {
  return reasonsOf({ reasons: ["device_mismatch"], evidence: { device_mismatch: { now, known } } })[0];
}

describe("reasonsOf", () => {
  it("names known devices by their usual names", () => {
    expect(deviceReason("chrome windows desktop", "safari ios phone")).toEqual({
      key: "why-device-from",
      values: { now: "Windows · Chrome", known: "iPhone · Safari" },
    });
    expect(deviceReason("webview android phone", "safari ipados tablet")).toMatchObject({
      values: { now: "Android", known: "iPad · Safari" },
    });
  });

  it("names a program as a program", () => {
    expect(deviceReason("python unknown other", "safari ios phone")).toEqual({
      key: "why-device-program",
      values: { now: "python", known: "iPhone · Safari" },
    });
  });

  it("names both ends of a journey, or falls back to the region without a city", () => {
    const facts = { from: "London, GB", to: "Tokyo, JP", km: 9559, minutes: 0, softened_by: null };
    const jump = (geo_jump: Record<string, unknown>) => reasonsOf({ reasons: ["geo_jump"], evidence: { geo_jump } })[0];
    expect(jump(facts)).toMatchObject({ key: "why-jump-from", values: { to: "Tokyo, JP", km: 9559 } });
    expect(jump({ ...facts, from: "?, GB", softened_by: "no_city" })).toEqual({ key: "why-jump-region", values: {} });
  });

  it.each([
    ["unknown unknown other", "safari ios phone"],
    ["chrome windows desktop", undefined],
    ["chrome windows desktop", "chrome windows tablet"],
    [7, { os: "ios" }],
  ])("returns the generic reason when %o and %o cannot be told apart", (now, known) => {
    expect(deviceReason(now, known)).toEqual({ key: "why-device", values: {} });
  });
});
