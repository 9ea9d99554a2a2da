import * as z from "zod";
import { languageTagOf, NO_LANGUAGE } from "../i18n/language-tag.ts";
import { EARLIEST_MS, LATEST_MS } from "../kernel/clock.ts";
import { DELIVERY_CAUSES } from "../kernel/delivery-outcome.ts";
import { hasAsciiLocalPart, withAsciiDomain } from "../kernel/email-address.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { suggestE164 } from "../kernel/phone-number.ts";
import {
  describeBidiControl,
  hasVisibleCharacter,
  withoutDirectionControls,
  withoutOuterDirectionMarks,
  withoutOverrides,
} from "../kernel/visible-text.ts";
import { canonicalTimeZone, isTimeZone } from "../kernel/zoned-time.ts";
import { describeIssue } from "./validation-messages.ts";

// Every schema of a request is made of these fields, so that this is loaded before any of them is used.
z.config({ customError: describeIssue });

/** A line has no control characters, because a line break could inject a mail header. */
const CONTROL = /\p{Cc}/u;
/** A paragraph may have line breaks and tabs. */
const CONTROL_IN_TEXT = /[^\P{Cc}\n\r\t]/u;
/** RFC 5321, section 4.5.3.1.3: a path has 256 octets, two of them brackets. */
const MAX_EMAIL_LENGTH = 254;
const PHONE_DESCRIPTION =
  "E.164: `+`, the country code and the number, only digits. The error for another spelling with a country code has the E.164 form.";
/** Zod's own pattern, with top-level domains in other scripts as well. */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/i;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** `true` or `false`. @param description only for the OpenAPI document: pass it through `forDocs` */
export function flag(description: string) {
  return z.boolean().meta(forDocs({ description }));
}

/** A code that a guest got by email or text message and types. `typedCode` reads it. */
export const typedDigits = z
  .string()
  .min(1)
  .max(64)
  .meta(
    forDocs({
      description: "Six digits as typed; spaces, dashes and digits of other scripts are accepted",
      example: "123456",
    }),
  );

/**
 * One line of text, 1 to `max` characters, at least one of them visible. Trimmed, without characters that show text in
 * reverse, and without direction marks around it. All free text of requests, forms and files is a line or a paragraph:
 * `test/service/free-text.test.ts` compares every route.
 */
export function line(max: number) {
  return z
    .string()
    .overwrite((text) => withoutOuterDirectionMarks(withoutOverrides(text)))
    .min(1)
    .max(max)
    .refine((text) => !CONTROL.test(text) && !LONE_SURROGATE.test(text), {
      error: "must be one line without control characters",
      abort: true,
    })
    .superRefine(refuseBidiControl)
    .refine((text) => text === "" || hasVisibleCharacter(text), "must have at least one visible character");
}

/** In one line such a character would rearrange the surrounding text of a page or email. */
function refuseBidiControl(text: string, { addIssue }: z.RefinementCtx): void {
  const found = describeBidiControl(text);
  if (found !== null) addIssue({ code: "custom", message: `must not have ${found}` });
}

/** Several lines of text, 1 to `max` characters. Trimmed, and without characters that change the direction of a text. */
export function paragraph(max: number) {
  return z
    .string()
    .overwrite(withoutDirectionControls)
    .min(1)
    .max(max)
    .refine((text) => !CONTROL_IN_TEXT.test(text) && !LONE_SURROGATE.test(text), "must not have control characters");
}

/**
 * An email address. A domain in any script is converted to ASCII. The part before the `@` is ASCII, because our mail
 * backends do not announce SMTPUTF8. Comparisons use its `emailKey`.
 */
export const email = z
  .string()
  .trim()
  .max(MAX_EMAIL_LENGTH)
  .transform(withAsciiDomain)
  .pipe(
    z
      .string()
      .max(MAX_EMAIL_LENGTH)
      .refine(hasAsciiLocalPart, "can't be used: mail isn't delivered to letters beyond A–Z before the @")
      .pipe(z.email({ pattern: EMAIL })),
  );

/** A phone number in strict E.164. The error of another spelling suggests the E.164 form. */
export const phone = z
  .e164({ error: ({ code, input }) => (code === "invalid_format" ? phoneProblem(String(input)) : undefined) })
  .meta(forDocs({ description: PHONE_DESCRIPTION }));

function phoneProblem(text: string): string | undefined {
  const suggestion = suggestE164(text);
  return suggestion === null ? undefined : `must be in E.164: ${suggestion}`;
}

const isInBounds = (at: number) => at >= EARLIEST_MS && at < LATEST_MS;

/** RFC 3339 with any offset, its letters in either case, parsed to epoch milliseconds. */
export const moment = z
  .string()
  .toUpperCase()
  .meta({ format: "date-time" })
  .pipe(z.iso.datetime({ offset: true, abort: true }))
  .refine((text) => Number.isFinite(Date.parse(text)), { message: "must be a date that exists", abort: true })
  .refine((text) => isInBounds(Date.parse(text)), "must be in a year from 1 to 9998")
  .transform((text) => Date.parse(text));

/**
 * The version of something that a change expects. @param time nullable for something that may not be stored yet
 * @param code the error for another version, only for the OpenAPI document: pass it through `forDocs`
 */
export function expectedVersion<Time extends z.ZodType>(time: Time, code: string): Time {
  return time.meta(
    forDocs({ description: `\`updated_at\` as you read it. After another change since then, returns 409 \`${code}\`` }),
  );
}

/** The name of a zone of the IANA time zone database, in the case that the database has. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be an IANA time zone, e.g. Europe/Berlin")
  .transform(canonicalTimeZone);

/** A language, as its tag (BCP 47) in its canonical case: see `languageTagOf`. */
export const locale = z
  .string()
  .max(35)
  .meta(forDocs({ example: "en" }))
  .transform((text, context) => {
    const tag = languageTagOf(text);
    if (tag !== null) return tag;
    context.addIssue({ code: "custom", message: NO_LANGUAGE });
    return z.NEVER;
  });

/** RFC 3339 in a response. */
export const wireMoment = z.iso.datetime();

export const uuid = z.uuid();

/**
 * A named schema, or null, where it is used in another one. `.nullable()` on it would make the component itself
 * nullable in the OpenAPI document, and with it every other use.
 */
export function orNull<S extends z.ZodType>(component: S) {
  return z.union([component, z.null()]);
}

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
  cursor: z.string().max(512).optional(),
};

/** Why a message did not arrive, in every response that has the status of a delivery. */
export const deliveryCause = z
  .enum(DELIVERY_CAUSES)
  .nullable()
  .meta(
    forDocs({
      description:
        "Why it did not arrive. `unknown_address`: the address does not exist, so correct it; `mailbox_full`; `rejected`: the recipient's server rejects the email, for example as spam; `temporary`: the server did not accept it in time, so send it again; `not_sent`: not sent for another reason. Null: it arrived, is on its way, or `status` says it all",
    }),
  );
