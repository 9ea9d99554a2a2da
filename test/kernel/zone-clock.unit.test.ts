import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createZoneClock, ZONE_STEP_MS } from "../../src/kernel/zoned-time.ts";

const ZONES = Intl.supportedValuesOf("timeZone");
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Returns the wall-clock time, computed by Intl for each time separately. */
function shown(zone: string, moment: number): string {
  const format =
    FORMATS.get(zone) ??
    new Intl.DateTimeFormat("en", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
  FORMATS.set(zone, format);
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}`;
}

const moments = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2050, 0, 1) });

describe("createZoneClock", () => {
  it("matches the time zone database for all zones and times", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moments, (zone, moment) => {
        const clock = createZoneClock(zone);
        expect(clock.readingOf(moment)).toBe(shown(zone, moment));
        expect(clock.dayOf(moment)).toBe(shown(zone, moment).slice(0, 10));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["Europe/Berlin", "2026-03-29T00:00Z", 4],
    ["Europe/Berlin", "2026-10-24T22:00Z", 4],
    ["America/New_York", "2026-11-01T03:00Z", 6],
    ["Australia/Lord_Howe", "2026-04-04T12:00Z", 6],
    ["America/Santiago", "2026-09-06T02:00Z", 4],
    ["Europe/Berlin", "2026-03-29T21:00Z", 4],
    ["Africa/Cairo", "2026-04-23T20:00Z", 4],
  ])("matches Intl for %s in every minute around %s", (zone, from, hours) => {
    const clock = createZoneClock(zone);
    const start = Date.parse(from);
    for (let minute = 0; minute < hours * 60; minute++) {
      const moment = start + minute * 60_000;
      expect(clock.readingOf(moment)).toBe(shown(zone, moment));
    }
  });

  it("stays on one day within a quarter of an hour, in every zone", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moments, (zone, moment) => {
        const begin = Math.floor(moment / ZONE_STEP_MS) * ZONE_STEP_MS;
        const minutes = Number(shown(zone, begin).slice(-2));
        // A day begins at a full hour, so it is enough that quarters here are quarters there.
        expect(minutes % 15).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
