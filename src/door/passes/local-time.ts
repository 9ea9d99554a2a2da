import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { offsetAt } from "../../kernel/zoned-time.ts";

/**
 * A moment as the clocks of a time zone show it, with their distance from UTC (ISO 8601): `2027-06-12T18:30:00+02:00`.
 * @param moment epoch milliseconds
 * @param timeZone an IANA name
 */
export function localTime(moment: number, timeZone: string): string {
  const offset = offsetAt(moment, timeZone);
  const [hours, minutes] = [Math.abs(offset) / HOUR_MS, (Math.abs(offset) % HOUR_MS) / MINUTE_MS];
  const digits = (value: number) => `${Math.floor(value)}`.padStart(2, "0");
  const local = new Date(moment + offset).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length);
  return `${local}${offset < 0 ? "-" : "+"}${digits(hours)}:${digits(minutes)}`;
}
