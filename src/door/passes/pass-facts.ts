import type { EventRow } from "../../db/schema/events.ts";
import { sha256Hex, toBase64Url } from "../../kernel/bytes.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { offsetAt } from "../../kernel/zoned-time.ts";

/** The facts on a guest's pass. Times in epoch milliseconds. */
export interface PassFacts {
  event: Pick<EventRow, "id" | "name" | "venue" | "eventDate" | "endTime" | "timezone" | "locale">;
  hostName: string;
  guestName: string;
  /** The attending people as text, in the guest's language. */
  party: string;
  /** The guest's language, BCP 47. */
  language: string;
  /** The text of the door code. */
  code: string;
  /** Letters, digits, `-` and `_` that say nothing of the guest: one for each guest and link. */
  passId: string;
  /** Time until which the code is valid. */
  validUntil: number;
  /** `#rrggbb`. */
  color: string;
  /** `#rrggbb`, readable on `color`. */
  textColor: string;
}

/** Half of SHA-256's digits: 128 bits. */
const DIGITS = 32;

/**
 * Returns the ID of a guest's pass. A new link gives a new ID, because its door code is new. The ID reveals nothing
 * about the guest.
 */
export async function passIdOf(guestId: string, tokenId: string): Promise<string> {
  return shortId((await sha256Hex(`${guestId}:${tokenId}`)).slice(0, DIGITS));
}

/** A UUID or 32 hex digits in 22 letters. */
export function shortId(id: string): string {
  return toBase64Url(Uint8Array.fromHex(id.replaceAll("-", "")));
}

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
