/**
 * A moment as the clocks of a time zone show it, with their distance from UTC (ISO 8601): `2027-06-12T18:30:00+02:00`.
 * @param moment epoch milliseconds
 * @param timeZone an IANA name
 */
export function localTime(moment: number, timeZone: string): string {
  const named = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(moment);
  const offset = named.find(({ type }) => type === "timeZoneName")?.value.slice("GMT".length) || "+00:00";
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  const ahead = (hours * 60 + minutes) * (offset.startsWith("-") ? -60_000 : 60_000);
  return new Date(moment + ahead).toISOString().slice(0, -".000Z".length) + offset;
}
