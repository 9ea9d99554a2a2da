import { localTimeOf, momentOf as timeOf } from "../../../src/kernel/zoned-time.ts";

/** What a clock on the wall of a zone shows: `2027-06-12T18:30`, as `<input type="datetime-local">` has it. */
export type WallTime = string;

const WALL_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

/** What the clocks of a zone show at a moment. */
export function wallTimeOf(at: string | number, timeZone: string): WallTime {
  const { year, month, day, hour, minute } = localTimeOf(new Date(at).getTime(), timeZone);
  const digits = (value: number, length = 2) => `${value}`.padStart(length, "0");
  return `${digits(year, 4)}-${digits(month)}-${digits(day)}T${digits(hour)}:${digits(minute)}`;
}

/** The moment at which the clocks of a zone show a time, as the API takes it; null for no time. See the kernel's. */
export function momentOf(wall: WallTime, timeZone: string): string | null {
  const found = WALL_TIME.exec(wall);
  if (found === null || Number.isNaN(Date.parse(`${wall}:00Z`))) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
  return new Date(timeOf({ year, month, day, hour, minute }, timeZone)).toISOString();
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
