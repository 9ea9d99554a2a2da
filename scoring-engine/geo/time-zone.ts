const MINUTE_MS = 60_000;

interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  /** The minute since 1970 that was asked for last, and what was the answer: clocks are put forward at full minutes. */
  minute: number;
  offset: number | null;
}

/** Formatters are slow to make and there are about 400 zones in all, so each is kept. */
const knownZones = new Map<string, Zone | null>();
const zonesByCountry = new Map<string, ReadonlySet<string>>();
/** More names than IANA has can only be garbage sent by clients; it must not fill the memory. */
const MAX_ZONES = 600;

function zoneOf(name: string): Zone | null {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  let made: Zone | null = null;
  try {
    const formatter = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
    made = { formatter, minute: Number.NaN, offset: null };
  } catch {
    // Not a zone that this runtime knows.
  }
  if (knownZones.size < MAX_ZONES) knownZones.set(name, made);
  return made;
}

/** Reads what a formatter shows: `GMT+02:00`, or just `GMT`. */
function offsetBy(formatter: Intl.DateTimeFormat, atMs: number): number | null {
  const name = formatter.formatToParts(atMs).find((part) => part.type === "timeZoneName")?.value ?? "";
  const match = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name);
  if (match === null) return null;
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return match[1] === "-" ? -minutes : minutes;
}

/** Minutes east of UTC at `atMs` in an IANA zone; null when the name is no zone. */
export function zoneOffsetMinutes(name: string, atMs: number): number | null {
  const zone = zoneOf(name);
  if (zone === null) return null;
  const minute = Math.floor(atMs / MINUTE_MS);
  if (zone.minute !== minute) {
    zone.offset = offsetBy(zone.formatter, atMs);
    zone.minute = minute;
  }
  return zone.offset;
}

function zonesOf(country: string): ReadonlySet<string> {
  const known = zonesByCountry.get(country);
  if (known !== undefined) return known;
  let zones: readonly string[] = [];
  try {
    const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?: () => string[] | undefined };
    zones = locale.getTimeZones?.() ?? [];
  } catch {
    // Not a country code.
  }
  const made = new Set(zones);
  if (zonesByCountry.size < MAX_ZONES) zonesByCountry.set(country, made);
  return made;
}

/**
 * Whether a device that shows `zone` can be standing where the network seems to be.
 * Phones and most laptops follow the local zone within minutes of arriving; a VPN changes the address alone.
 * @param placeZone the zone of the network's place, where the edge knows it
 * @param country ISO code of the network's place
 * @returns null when there is nothing to compare
 */
export function zoneFitsPlace(
  zone: string | null,
  placeZone: string | null,
  country: string | null,
  atMs: number,
): boolean | null {
  if (zone === null) return null;
  if (zone === placeZone) return true;
  const zones = country === null ? null : zonesOf(country);
  if (placeZone === null && zones?.has(zone)) return true;
  const offset = zoneOffsetMinutes(zone, atMs);
  if (offset === null) return null;
  const there = placeZone === null ? null : zoneOffsetMinutes(placeZone, atMs);
  if (there !== null) return offset === there;
  if (zones === null || zones.size === 0) return null;
  for (const other of zones) if (zoneOffsetMinutes(other, atMs) === offset) return true;
  return false;
}
