/** One for each zone; there are about 400. */
const cache = new Map<string, { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>();

/**
 * A moment for a subject line: `Sun 20 June, 18:30`, in the event's local time.
 * @param epochMs epoch milliseconds, UTC
 * @param timeZone IANA name
 */
export function formatShortTime(epochMs: number, timeZone: string): string {
  const known = cache.get(timeZone);
  const { day, time } = known ?? formattersFor(timeZone);
  if (known === undefined) cache.set(timeZone, { day, time });
  return `${day.format(epochMs).replace(",", "")}, ${time.format(epochMs)}`;
}

function formattersFor(timeZone: string) {
  return {
    day: new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", day: "numeric", month: "long" }),
    time: new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }),
  };
}
