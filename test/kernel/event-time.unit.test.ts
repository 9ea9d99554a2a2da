import { describe, expect, it } from "vitest";
import { formatEventTime } from "../../src/kernel/event-time.ts";

describe("formatEventTime", () => {
  it.each([
    ["Europe/Berlin", Date.UTC(2027, 5, 19, 16, 30), "Saturday, 19 June 2027, 18:30 (Europe/Berlin, GMT+2)"],
    ["Europe/Berlin", Date.UTC(2027, 11, 19, 17, 30), "Sunday, 19 December 2027, 18:30 (Europe/Berlin, GMT+1)"],
    ["America/New_York", Date.UTC(2027, 5, 20, 2, 0), "Saturday, 19 June 2027, 22:00 (America/New_York, GMT-4)"],
    ["Asia/Kathmandu", Date.UTC(2027, 0, 1, 18, 30), "Saturday, 2 January 2027, 00:15 (Asia/Kathmandu, GMT+5:45)"],
    ["UTC", Date.UTC(2027, 0, 1, 0, 0), "Friday, 1 January 2027, 00:00 (UTC)"],
  ])("formats a time in %s with the zone's name", (timeZone, moment, expected) => {
    expect(formatEventTime(moment, timeZone)).toBe(expected);
  });

  it("distinguishes the two equal hours when clocks go back", () => {
    const [summer, winter] = [Date.UTC(2027, 9, 31, 0, 30), Date.UTC(2027, 9, 31, 1, 30)];
    expect(formatEventTime(summer, "Europe/Berlin")).toContain("02:30 (Europe/Berlin, GMT+2)");
    expect(formatEventTime(winter, "Europe/Berlin")).toContain("02:30 (Europe/Berlin, GMT+1)");
  });

  it("throws RangeError for an unknown zone", () => {
    expect(() => formatEventTime(0, "Mars/Olympus")).toThrow(RangeError);
  });
});
