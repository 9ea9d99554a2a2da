/** Formatters are slow to make and there are about 400 zones in all, so each is kept. */
const formatters = new Map<string, Intl.DateTimeFormat | null>();
const zonesByCountry = new Map<string, ReadonlySet<string>>();
/** More names than IANA has can only be garbage sent by clients; it must not fill the memory. */
const MAX_ZONES = 600;

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  let made: Intl.DateTimeFormat | null = null;
  try {
    made = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    // Not a zone that this runtime knows.
  }
  if (formatters.size < MAX_ZONES) formatters.set(zone, made);
  return made;
}

/** Minutes east of UTC at `atMs` in an IANA zone; null when the name is no zone. */
export function zoneOffsetMinutes(zone: string, atMs: number): number | null {
  const name = formatterOf(zone)
    ?.formatToParts(atMs)
    .find((part) => part.type === "timeZoneName")?.value;
  if (name === undefined) return null;
  const match = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name);
  if (match === null) return null;
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return match[1] === "-" ? -minutes : minutes;
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
