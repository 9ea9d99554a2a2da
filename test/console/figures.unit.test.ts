import { expect, it } from "vitest";
import { inOrder } from "../../console/src/routes/events/in-order.ts";
import { dayCount, phaseOf, quartersOf } from "../../console/src/routes/overview/figures.ts";

it("counts calendar days by the clocks of the event", () => {
  const now = Date.parse("2027-06-11T21:30:00Z");
  expect(dayCount("2027-06-12T08:00:00Z", "Europe/London", now)).toBe(1);
  expect(dayCount("2027-06-12T08:00:00Z", "Europe/Berlin", now)).toBe(1);
  expect(dayCount("2027-06-12T08:00:00Z", "Asia/Tokyo", now)).toBe(0);
  expect(dayCount("2027-06-10T08:00:00Z", "UTC", now)).toBe(-1);
});

it.each([
  ["2027-06-11T10:00:00Z", null, "in-days"],
  ["2027-06-12T07:00:00Z", null, "today"],
  ["2027-06-12T21:59:00Z", null, "today"],
  ["2027-06-13T03:00:00Z", null, "started"],
  ["2027-06-13T06:00:00Z", null, "over-without-end"],
  ["2027-06-12T20:00:00Z", "2027-06-12T20:00:00Z", "over"],
  ["2027-06-13T06:00:00Z", "2027-06-14T12:00:00Z", "started"],
])("says at %s of an event that ends at %s: %s", (now, end_time, phase) => {
  const event = { event_date: "2027-06-12T18:00:00Z", end_time, timezone: "Europe/Berlin" };
  expect(phaseOf(event, Date.parse(now))).toBe(phase);
});

it("fills quarter hours without arrivals with zero", () => {
  const filled = quartersOf([
    { at: "2027-06-12T18:00:00.000Z", heads: 2 },
    { at: "2027-06-12T20:30:00.000Z", heads: 1 },
  ]);
  expect(filled).toHaveLength(11);
  expect(filled.map(({ heads }) => heads)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(quartersOf([])).toEqual([]);
  expect(quartersOf([{ at: "2027-06-12T18:00:00.000Z", heads: 2 }])).toHaveLength(8);
  const daysApart = [filled[0], { at: "2027-06-20T18:00:00.000Z", heads: 3 }].flatMap((quarter) => quarter ?? []);
  expect(quartersOf(daysApart)).toEqual(daysApart);
});

it("sorts upcoming events soonest first and past events last", () => {
  const at = (event_date: string, end_time: string | null = null) => ({ event_date, end_time });
  const [over, running, next, later] = [
    at("2027-06-10T18:00:00Z"),
    at("2027-06-12T10:00:00Z"),
    at("2027-06-13T18:00:00Z"),
    at("2027-07-01T18:00:00Z"),
  ];
  const ended = at("2027-06-12T10:00:00Z", "2027-06-12T11:00:00Z");
  expect(inOrder([later, over, next, ended, running], Date.parse("2027-06-12T18:00:00Z"))).toEqual({
    upcoming: [running, next, later],
    past: [ended, over],
  });
});
