const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

/** A wall clock's reading. `month` is 1 to 12. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** Whether a name is a time zone of the IANA database. Offsets like `+02:00` are none: they know no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return formatterOf(name) !== null;
  } catch {
    return false;
  }
}

/** What the clock on the wall of a zone shows at a moment (epoch milliseconds). */
export function localTimeOf(moment: number, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(moment)
      .map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

/**
 * The moment (epoch milliseconds) at which a zone's clock shows a time. A time that the clocks skip becomes the one
 * an hour later; of a time that they show twice it is the first.
 */
export function momentOf(local: LocalTime, timeZone: string): number {
  const wanted = asIfUtc(local);
  // Twice: the offset found at the first guess may not yet be the one that holds at the moment itself.
  const first = wanted - offsetAt(wanted, timeZone);
  const offsets = [offsetAt(first - DAY_MS, timeZone), offsetAt(first, timeZone), offsetAt(first + DAY_MS, timeZone)];
  const fitting = offsets
    .map((offset) => wanted - offset)
    .filter((moment) => asIfUtc(localTimeOf(moment, timeZone)) === wanted);
  return fitting.length > 0 ? Math.min(...fitting) : wanted - offsetAt(first - DAY_MS, timeZone);
}

const DAY_MS = 86_400_000;

/** Milliseconds that a zone's clock is ahead of UTC at a moment. */
function offsetAt(moment: number, timeZone: string): number {
  return asIfUtc(localTimeOf(moment, timeZone)) - Math.floor(moment / 60_000) * 60_000;
}

function asIfUtc(local: LocalTime): number {
  return Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute);
}

/** Making a formatter takes as long as formatting a hundred times. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATTERS.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  FORMATTERS.set(timeZone, formatter);
  return formatter;
}
