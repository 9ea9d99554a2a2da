import { describe, expect, it } from "vitest";
import { areNearby } from "../../console/src/routes/safety/nearby.ts";

const seenIn = (...places: (string | null)[]) => places.map((place) => ({ place }));

describe("areNearby", () => {
  it("returns true for devices that were all seen in one city", () => {
    expect(areNearby(seenIn("Berlin, DE", "Berlin, DE", "Berlin, DE"))).toBe(true);
  });

  it.each([
    ["one device was seen in another city", seenIn("Berlin, DE", "Berlin, DE", "Lyon, FR")],
    ["the place of one device is unknown", seenIn("Berlin, DE", null)],
    ["the place of the first device is unknown", seenIn(null, "Berlin, DE")],
    ["only a network is known", seenIn("203.0.113.0/24", "203.0.113.0/24")],
    ["there is no device", []],
  ])("returns false when %s", (_, devices) => {
    expect(areNearby(devices)).toBe(false);
  });
});
