/** Zones that are at no place, and old names of zones that say no city. */
const NOWHERE = /^(?:Etc\/|[A-Z0-9+-]+$|[A-Z]{3}\d[A-Z]{3}$)/;

/** Names of zones as the data of Unicode have them: `Asia/Kolkata` → `Asia/Calcutta`, `US/Pacific` → `America/Los_Angeles`. */
const canonical = new Map<string, string>();

/**
 * The place of a time zone as people call it.
 * @param cities names that a language has for zones, by the zone's name in CLDR
 * @returns null for a zone that is at no place, such as UTC
 */
export function cityOf(timeZone: string, cities: Readonly<Record<string, string>>): string | null {
  if (NOWHERE.test(timeZone)) return null;
  const known = canonical.get(timeZone);
  const name = known ?? new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  if (known === undefined) canonical.set(timeZone, name);
  return cities[name] ?? cityOfName(name);
}

/** `Los Angeles` of `America/Los_Angeles`. */
export function cityOfName(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
}
