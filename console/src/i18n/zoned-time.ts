/** What a clock on the wall of a zone shows: `2027-06-12T18:30`, as `<input type="datetime-local">` has it. */
export type WallTime = string;

const MINUTE_MS = 60_000;
/** Browsers parse much else as a date. */
const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** What the clocks of a zone show at a moment. */
export function wallTimeOf(at: string | number, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "iso8601",
    hourCycle: "h23",
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/**
 * The moment at which the clocks of a zone show a time, as the API takes it; null for no time. Of a time that the clocks
 * show twice it is one of both; of one that they skip, the moment as much later.
 */
export function momentOf(wall: WallTime, timeZone: string): string | null {
  const asUtc = WALL_TIME.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const offset = (at: number) => Date.parse(`${wallTimeOf(at, timeZone)}:00Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  // The offset of a moment that is at most a day off, then of one that is at most an hour off.
  const near = asUtc - offset(asUtc);
  return new Date(asUtc - offset(near)).toISOString();
}

/** The zone of this browser, by its name in the IANA database. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** All zones that have a place in their name, by region: `Europe` → `Europe/Berlin`, … */
export function timeZonesByRegion(further: string): Map<string, string[]> {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), further]);
  const regions = new Map<string, string[]>();
  for (const zone of [...zones].sort()) {
    const region = zone.includes("/") ? zone.slice(0, zone.indexOf("/")) : zone;
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return regions;
}
