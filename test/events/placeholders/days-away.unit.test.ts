import { describe, expect, it } from "vitest";
import { daysAway } from "../../../src/events/placeholders/placeholders.ts";

const at = (moment: string) => Date.parse(moment);

describe("daysAway", () => {
  it.each([
    ["2027-06-12T06:00:00Z", "2027-06-12T18:00:00Z", "today"],
    ["2027-06-11T18:00:00Z", "2027-06-12T18:00:00Z", "tomorrow"],
    ["2027-06-09T18:00:00Z", "2027-06-12T18:00:00Z", "in 3 days"],
    ["2027-06-05T18:00:00Z", "2027-06-12T18:00:00Z", "in 7 days"],
    ["2027-06-13T18:00:00Z", "2027-06-12T18:00:00Z", "yesterday"],
    ["2027-06-15T18:00:00Z", "2027-06-12T18:00:00Z", "3 days ago"],
  ])("returns at %s for an event at %s: %s", (now, event, said) => {
    expect(daysAway(at(now), at(event), "UTC")).toBe(said);
  });

  it("counts the days of the event's own calendar", () => {
    // 22:00 in Berlin, three hours before an event at 01:00.
    expect(daysAway(at("2027-06-11T20:00:00Z"), at("2027-06-11T23:00:00Z"), "Europe/Berlin")).toBe("tomorrow");
    expect(daysAway(at("2027-06-11T20:00:00Z"), at("2027-06-11T23:00:00Z"), "UTC")).toBe("today");
    // Clocks go back on 31 October 2027 in Berlin.
    expect(daysAway(at("2027-10-30T22:30:00Z"), at("2027-10-31T23:30:00Z"), "Europe/Berlin")).toBe("tomorrow");
  });
});
