import { describe, expect, it } from "vitest";
import {
  answeringDevice,
  claimOf,
  type DeviceClaim,
  deviceAfterEdit,
  isOwnDevice,
  type OfDevice,
} from "../../src/rsvp/own-device.ts";

const CLAIM: DeviceClaim = { userAgent: "phone", device: "id", isDeviceVerified: false, hasNonce: false };
const STRANGER: DeviceClaim = { ...CLAIM, userAgent: "laptop", device: "another" };
const BY_ID: OfDevice = { recognisedBy: "device_id", userAgent: "phone", device: "id" };
const BY_AGENT: OfDevice = { recognisedBy: "user_agent", userAgent: "phone", device: null };
const BY_HOST: OfDevice = { recognisedBy: "anyone", userAgent: "", device: null };

describe("claimOf", () => {
  it("counts a device ID only if the request carried it", () => {
    const claim = (isNew: boolean) =>
      claimOf({ userAgent: "phone" }, { device: { hash: "id", isNew, isDeviceVerified: false }, nonceHash: null });
    expect([claim(false).device, claim(true).device]).toEqual(["id", null]);
  });
});

describe("isOwnDevice", () => {
  it.each([
    ["the same user agent and ID", {}, true],
    ["the same user agent with another ID", { device: "another" }, false],
    ["the same user agent without an ID", { device: null }, false],
    ["the same ID after an update of the browser", { userAgent: "updated phone" }, true],
    ["neither", { userAgent: "laptop", device: "another" }, false],
    ["another user agent without an ID", { userAgent: "laptop", device: null }, false],
  ])("compares only the ID of an RSVP whose request carried an ID: %s", (_, changes, isOwn) => {
    expect(isOwnDevice(BY_ID, { ...CLAIM, ...changes })).toBe(isOwn);
  });

  it.each([
    ["the same user agent with any ID", {}, true],
    ["another user agent", { userAgent: "laptop" }, false],
    ["another user agent without an ID", { userAgent: "laptop", device: null }, false],
    ["a user agent that differs by its case", { userAgent: "Phone" }, false],
  ])("compares only the user agent of an RSVP whose request carried no ID: %s", (_, changes, isOwn) => {
    expect(isOwnDevice(BY_AGENT, { ...CLAIM, ...changes })).toBe(isOwn);
  });

  it.each([BY_ID, BY_AGENT])(
    "accepts a verified device and an edit nonce for an RSVP recognised by $recognisedBy",
    (rsvp) => {
      expect(isOwnDevice(rsvp, STRANGER)).toBe(false);
      expect(isOwnDevice(rsvp, { ...STRANGER, isDeviceVerified: true })).toBe(true);
      expect(isOwnDevice(rsvp, { ...STRANGER, hasNonce: true })).toBe(true);
    },
  );

  it("accepts every device while only a host has recorded the RSVP", () => {
    expect(isOwnDevice(BY_HOST, STRANGER)).toBe(true);
    // A client without a user agent has answered, and a host has corrected the answer since.
    expect(isOwnDevice({ ...BY_AGENT, userAgent: "" }, STRANGER)).toBe(false);
    // No row should be like this; if one is, it belongs to no device.
    expect(isOwnDevice({ ...BY_ID, device: null }, { ...CLAIM, device: null })).toBe(false);
  });
});

describe("deviceAfterEdit", () => {
  it("stores the user agent of an edit by the submitting device, and nothing of another device", () => {
    expect(deviceAfterEdit(BY_ID, { ...CLAIM, userAgent: "updated phone" })).toEqual({
      ...BY_ID,
      userAgent: "updated phone",
    });
    expect(deviceAfterEdit(BY_ID, { ...STRANGER, hasNonce: true })).toEqual(BY_ID);
    expect(deviceAfterEdit(BY_ID, { ...STRANGER, device: null, hasNonce: true })).toEqual(BY_ID);
    expect(deviceAfterEdit(BY_AGENT, { ...STRANGER, hasNonce: true })).toEqual(BY_AGENT);
  });

  it("treats the first edit of an RSVP that a host recorded as a first RSVP", () => {
    expect(deviceAfterEdit(BY_HOST, CLAIM)).toEqual(BY_ID);
    expect(deviceAfterEdit(BY_HOST, { ...CLAIM, device: null })).toEqual(BY_AGENT);
    expect(deviceAfterEdit(BY_HOST, CLAIM)).toEqual(answeringDevice(CLAIM));
  });
});
