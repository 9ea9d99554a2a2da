import * as z from "zod";
import { emailKey } from "../kernel/email-address.ts";
import { isTimeZone } from "../kernel/zoned-time.ts";

/** No control characters in a line: a line break could inject a mail header. */
const CONTROL = /\p{Cc}/u;
/** A paragraph may have line breaks and tabs. */
const CONTROL_IN_TEXT = /[^\P{Cc}\n\r\t]/u;
/** RFC 5321, section 4.5.3.1.3: a path has 256 octets, two of them brackets. */
const MAX_EMAIL_LENGTH = 254;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** One line of text, trimmed, 1 to `max` characters. */
export function line(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !CONTROL.test(text) && !LONE_SURROGATE.test(text), "has no line breaks or control characters");
}

/** Several lines of text, trimmed, 1 to `max` characters. */
export function paragraph(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !CONTROL_IN_TEXT.test(text) && !LONE_SURROGATE.test(text), "has no control characters");
}

/** An e-mail address as it was written; comparisons use its `emailKey`. */
export const email = z
  .string()
  .trim()
  .max(MAX_EMAIL_LENGTH)
  .pipe(z.email())
  .refine((address) => emailKey(address).length <= MAX_EMAIL_LENGTH);

/** A phone number in strict E.164. */
export const phone = z.e164();

/** RFC 3339 with any offset, parsed to epoch milliseconds. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine((text) => Number.isFinite(Date.parse(text)), "is a real point in time")
  .transform((text) => Date.parse(text));

/** The name of a zone of the IANA time zone database. */
export const timeZone = z.string().max(64).refine(isTimeZone, "is an IANA time zone, such as Europe/Berlin");

/** RFC 3339 in a response. */
export const wireMoment = z.iso.datetime();

export const uuid = z.uuid();

/** An integer in a query, which OpenAPI describes as an integer. */
export function integerText(minimum: number, maximum: number) {
  return z.coerce.number().pipe(z.int().min(minimum).max(maximum)).meta({ type: "integer", minimum, maximum });
}

/** Default and maximum rows of a page. */
const DEFAULT_PAGE = 50;
const MAX_PAGE = 200;

/** `?limit=&cursor=` of every paginated list. */
export const pageQuery = {
  limit: integerText(1, MAX_PAGE).default(DEFAULT_PAGE),
  cursor: z.string().max(256).optional(),
};
