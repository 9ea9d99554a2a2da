import { expect, it } from "vitest";
import { momentOf, timeZonesByRegion, wallTimeOf } from "../../console/src/i18n/zoned-time.ts";

it("converts between wall-clock time and UTC in summer and in winter", () => {
  expect(momentOf("2027-06-12T18:30", "Europe/Berlin")).toBe("2027-06-12T16:30:00.000Z");
  expect(momentOf("2027-12-12T18:30", "Europe/Berlin")).toBe("2027-12-12T17:30:00.000Z");
  expect(momentOf("2027-06-12T00:10", "Asia/Kathmandu")).toBe("2027-06-11T18:25:00.000Z");
  expect(wallTimeOf("2027-06-12T16:30:00Z", "America/New_York")).toBe("2027-06-12T12:30");
  expect(momentOf("", "Europe/Berlin")).toBeNull();
});

it("restores every time of a year from its wall-clock time, except repeated hours", () => {
  for (const zone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]) {
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 1); at += 7 * 3_600_000 + 60_000) {
      const wall = wallTimeOf(at, zone);
      expect(wallTimeOf(momentOf(wall, zone) ?? "", zone), `${zone} ${wall}`).toBe(wall);
    }
  }
});

it("groups time zones by region, and includes one that the browser does not list", () => {
  expect(timeZonesByRegion("UTC").get("UTC")).toEqual(["UTC"]);
  expect(timeZonesByRegion("UTC").get("Europe")).toContain("Europe/Berlin");
});
