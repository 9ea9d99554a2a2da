import { localTimeOf, momentOf as timeOf } from "../../../src/kernel/zoned-time.ts";

/** Local time of a time zone: `2027-06-12T18:30`, the value of `<input type="datetime-local">`. */
export type WallTime = string;

const WALL_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

export function wallTimeOf(at: string | number, timeZone: string): WallTime {
  const { year, month, day, hour, minute } = localTimeOf(new Date(at).getTime(), timeZone);
  const digits = (value: number, length = 2) => `${value}`.padStart(length, "0");
  return `${digits(year, 4)}-${digits(month)}-${digits(day)}T${digits(hour)}:${digits(minute)}`;
}

/** Returns the ISO time of a local time, or null for an invalid one. The kernel's `momentOf` has the rules for clock changes. */
export function momentOf(wall: WallTime, timeZone: string): string | null {
  const found = WALL_TIME.exec(wall);
  if (found === null || Number.isNaN(Date.parse(`${wall}:00Z`))) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
  return new Date(timeOf({ year, month, day, hour, minute }, timeZone)).toISOString();
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns all time zones by region: `Europe` → `Europe/Berlin`, … @param further a zone to include */
export function timeZonesByRegion(further: string): Map<string, string[]> {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), further]);
  const regions = new Map<string, string[]>();
  for (const zone of [...zones].sort()) {
    const region = zone.includes("/") ? zone.slice(0, zone.indexOf("/")) : zone;
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return regions;
}
