const MINUTE_MS = 60_000;

interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  /** Last minute since the epoch that was asked for, and its offset, which changes at full minutes only. */
  minute: number;
  offset: number | null;
}

/** Formatters are slow to create, and there are about 400 zones, so that all are cached. */
const knownZones = new Map<string, Zone | null>();
const zonesByCountry = new Map<string, ReadonlySet<string>>();
/** Bound of the caches: more names than IANA has are garbage sent by clients. */
const MAX_ZONES = 600;

function zoneOf(name: string): Zone | null {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  let made: Zone | null = null;
  try {
    const formatter = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
    made = { formatter, minute: Number.NaN, offset: null };
  } catch {
    // Not a zone of this runtime.
  }
  if (knownZones.size < MAX_ZONES) knownZones.set(name, made);
  return made;
}

/** Parses a formatter's output: `GMT+02:00`, or just `GMT`. */
function offsetBy(formatter: Intl.DateTimeFormat, atMs: number): number | null {
  const name = formatter.formatToParts(atMs).find((part) => part.type === "timeZoneName")?.value ?? "";
  const match = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name);
  if (match === null) return null;
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return match[1] === "-" ? -minutes : minutes;
}

/** Offset of an IANA zone from UTC at `atMs` in minutes, positive to the east; null for an unknown zone. */
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
 * Whether a device's time zone fits the place of its network. Phones and most laptops switch to the local zone within
 * minutes of arrival; a VPN changes only the address.
 * @param placeZone zone of the network's place, if the edge knows it
 * @param country ISO code of the network's place
 * @returns null when they cannot be compared
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
