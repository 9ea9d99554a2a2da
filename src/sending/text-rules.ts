import { staticText } from "../adapters/static-text.ts";
import type { RequestContext, Services } from "../context.ts";
import type { EventRow } from "../db/schema/events.ts";
import { countryOfZone } from "../kernel/countries.ts";
import { log } from "../kernel/log.ts";
import { type OrdinaryNumber, ordinaryNumber, type PhoneRanges } from "../kernel/phone-ranges.ts";
import type { UnsentReason } from "../kernel/unsent-reasons.ts";

/** The values that decide to which countries an event may send text messages. */
export type TextedEvent = Pick<EventRow, "timezone" | "smsCountries">;

/** Reads the ordinary phone numbers of all countries. An isolate reads them when it sends the first text message. */
const phoneRanges = ({ bindings }: Pick<Services, "bindings">): (() => Promise<PhoneRanges>) =>
  staticText(bindings.ASSETS, "/sending/phone-ranges.json", (text) => JSON.parse(text) as PhoneRanges);

/** Why no text is sent to a number. */
export type TextRefusal = Extract<UnsentReason, "sms_number" | "sms_country">;

/** Returns the countries that the host allows for text messages of an event. */
export function textCountries({ timezone, smsCountries }: TextedEvent): string[] {
  if (smsCountries !== null) return smsCountries === "" ? [] : smsCountries.split(",");
  return [countryOfZone(timezone) ?? []].flat();
}

/**
 * Where a number is, or the reason why no text is sent to it: it is in no country of event and operator, or may be
 * dear. While the rules of numbers cannot be read, nothing is sent.
 */
export async function textTarget(
  { config, shared }: Pick<RequestContext, "config" | "shared">,
  event: TextedEvent,
  phone: string,
): Promise<OrdinaryNumber | TextRefusal> {
  const countries = textCountries(event).filter((country) => config.SMS_COUNTRIES?.includes(country) ?? true);
  if (countries.length === 0) return "sms_country";
  const ranges = await shared(phoneRanges)().catch((error: unknown) =>
    log("error", "phone_ranges_unreadable", {}, error),
  );
  const number = ranges ? ordinaryNumber(ranges, phone) : null;
  if (number === null) return "sms_number";
  return countries.includes(number.country) ? number : "sms_country";
}
