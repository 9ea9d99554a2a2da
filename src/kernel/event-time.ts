/** Day before month, month in words, 24 hours: unambiguous everywhere. */
const LOCALE = "en-GB";

interface Formatters {
  day: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
  offset: Intl.DateTimeFormat;
}

// Creating a formatter takes as long as formatting a hundred times; there are about 400 zones, so the cache stays small.
const cache = new Map<string, Formatters>();

/**
 * Returns a time in the event's zone: `Saturday, 12 June 2027, 18:30 (Europe/Berlin, GMT+2)`.
 * @param epochMs epoch milliseconds, UTC.
 * @param timeZone IANA name.
 * @throws RangeError for a zone that Intl does not know.
 */
export function formatEventTime(epochMs: number, timeZone: string): string {
  const { day, time } = formattersFor(timeZone);
  return `${day.format(epochMs)}, ${time.format(epochMs)} (${zoneLabel(epochMs, timeZone)})`;
}

/** The name of the zone with its UTC offset on that day. */
function zoneLabel(epochMs: number, timeZone: string): string {
  const parts = formattersFor(timeZone).offset.formatToParts(epochMs);
  const offset = parts.find((part) => part.type === "timeZoneName")?.value ?? "";
  return offset === "" || timeZone === "UTC" ? timeZone : `${timeZone}, ${offset}`;
}

function formattersFor(timeZone: string): Formatters {
  const known = cache.get(timeZone);
  if (known !== undefined) return known;
  const made = {
    day: new Intl.DateTimeFormat(LOCALE, { timeZone, weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    time: new Intl.DateTimeFormat(LOCALE, { timeZone, hour: "2-digit", minute: "2-digit" }),
    offset: new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: "shortOffset" }),
  };
  cache.set(timeZone, made);
  return made;
}
