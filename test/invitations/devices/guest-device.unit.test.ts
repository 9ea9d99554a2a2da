import { describe, expect, it } from "vitest";
import {
  deviceExpiry,
  deviceFacts,
  deviceOfRequest,
  deviceValue,
  loggedDevice,
} from "../../../src/invitations/devices/queries.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../src/kernel/clock.ts";
import { createKeyring } from "../../../src/kernel/keyring.ts";

const NOW = 1_800_000_000_000;
const SECRET = "a platform secret that is long enough";
const NEWER = "the platform secret that came after it";
const EXPIRES = NOW + 40 * DAY_MS;

const at = (now: number, ...secrets: string[]) => ({
  keyring: createKeyring([secrets[0] ?? SECRET, ...secrets.slice(1)]),
  clock: { now: () => now },
});

/** A device with the value that its client keeps. */
async function issued(token = "token", expiresAt = EXPIRES) {
  const device = await deviceOfRequest(at(NOW), token, undefined, "cookie");
  return { device, value: await deviceValue(at(NOW), token, device, expiresAt) };
}

describe("deviceOfRequest", () => {
  it("returns the device of an issued value", async () => {
    const { device, value } = await issued();
    const back = await deviceOfRequest(at(NOW + HOUR_MS), "token", value, "cookie");
    expect(back).toMatchObject({ hash: device.hash, isNew: false, isEvidence: true, issuedAt: NOW });
    expect(device).toMatchObject({ isNew: true, hash: expect.stringMatching(/^[\w-]{22}$/) });
    expect(value).not.toContain(device.id);
  });

  it.each([
    ["another link's", async () => (await issued("another token")).value],
    ["expired", async () => (await issued("token", NOW + SECOND_MS)).value],
    ["altered", async () => (await issued()).value.replace(/.$/, (last) => (last === "A" ? "B" : "A"))],
    ["a megabyte long", async () => "a".repeat(1_048_576)],
    ["nonsense", async () => "§.{}"],
    ["empty", async () => ""],
  ])("returns a new device where the value is %s", async (_, makeValue) => {
    const device = await deviceOfRequest(at(NOW + HOUR_MS), "token", await makeValue(), "cookie");
    expect(device).toMatchObject({ isNew: true, sent: null });
  });

  it("keeps the value until the event moves or the platform secret changes", async () => {
    const { value } = await issued();
    const back = await deviceOfRequest(at(NOW), "token", value, "header");
    expect(await deviceValue(at(NOW), "token", back, EXPIRES + HOUR_MS)).toBe(value);
    expect(await deviceValue(at(NOW), "token", back, EXPIRES + 2 * DAY_MS)).not.toBe(value);
    const both = at(NOW, NEWER, SECRET);
    const opened = await deviceOfRequest(both, "token", value, "header");
    const renewed = await deviceValue(both, "token", opened, EXPIRES);
    expect(await deviceOfRequest(at(NOW, NEWER), "token", renewed, "header")).toMatchObject({ hash: back.hash });
  });

  it("returns the age as a fact, 0 for a new device, and nothing for an API client without an ID", async () => {
    const { device, value } = await issued();
    expect(deviceFacts(device, NOW)).toEqual({ edge_device: device.hash, edge_device_age: "0" });
    const back = await deviceOfRequest(at(NOW + HOUR_MS), "token", value, "header");
    expect(deviceFacts({ ...back, isDeviceVerified: true }, NOW + HOUR_MS)).toEqual({
      edge_device: device.hash,
      edge_device_age: "3600",
      edge_device_proved: "true",
    });
    expect(deviceFacts(back, NOW)).toMatchObject({ edge_device_age: "1" });
    const client = await deviceOfRequest(at(NOW), "token", undefined, "header");
    expect([deviceFacts(client, NOW), loggedDevice(client)]).toEqual([{}, null]);
  });

  it("expires 30 days after the event, or a day after a later view", () => {
    expect(deviceExpiry(NOW + HOUR_MS, NOW)).toBe(NOW + HOUR_MS + 30 * DAY_MS);
    expect(deviceExpiry(NOW - 60 * DAY_MS, NOW)).toBe(NOW + DAY_MS);
  });
});
