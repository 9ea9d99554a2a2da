import { describe, expect, it } from "vitest";
import { arrivalTime } from "../../src/door/queries.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2027, 5, 5, 18);

/** An event that begins in the given number of hours. */
const beginning = (hours: number) => ({ eventDate: NOW + hours * HOUR, endTime: null });

describe("arrivalTime", () => {
  it.each([
    ["no claim", 1, null, NOW, null],
    ["an hour ago", 1, NOW - HOUR, NOW - HOUR, null],
    ["the moment the door opened", 1, NOW - 11 * HOUR, NOW - 11 * HOUR, null],
    ["a moment before it", 1, NOW - 11 * HOUR - 1, NOW, NOW - 11 * HOUR - 1],
    ["the evening before, sent the day after", -20, NOW - 31 * HOUR, NOW - 31 * HOUR, null],
    ["a trial of half a day ago, weeks before", 500, NOW - 12 * HOUR, NOW - 12 * HOUR, null],
    ["a longer one", 500, NOW - 12 * HOUR - 1, NOW, NOW - 12 * HOUR - 1],
    ["five minutes ahead", 1, NOW + 5 * MINUTE, NOW, null],
    ["more", 1, NOW + 5 * MINUTE + 1, NOW, NOW + 5 * MINUTE + 1],
    ["the year 1", 1, Date.parse("0001-01-01T00:00:00Z"), NOW, Date.parse("0001-01-01T00:00:00Z")],
  ])("returns the time of the scan or of the server with %s", (_, hours, scannedAt, checkedInAt, claimedAt) => {
    expect(arrivalTime(beginning(hours), scannedAt, NOW)).toEqual({ checkedInAt, claimedAt });
  });
});
