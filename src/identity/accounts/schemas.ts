import * as z from "zod";
import { email, line, locale } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { type DisplayNameProblem, displayNameProblem, MAX_DISPLAY_NAME } from "../../kernel/display-name.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { MIN_PASSWORD_LENGTH } from "../../kernel/password-fingerprints.ts";
import { MAX_PASSWORD_LENGTH } from "./password-rules.ts";

/** Bounds the field. The rule of the name is stricter. */
const MAX_LINE = 200;

/** Why a name is rejected, in words. `line` has rejected an empty one. */
const PROBLEMS: Record<Exclude<DisplayNameProblem, "empty">, string> = {
  too_long: `must have at most ${MAX_DISPLAY_NAME} characters, because guests see it as the sender of emails`,
  link: "can't look like a web or email address, because guests see it as the sender of emails: put a space after a full stop, e.g. Dr. Ada Usher",
  ours: "can't look like Usher, because emails would seem to come from us: use your own name, e.g. Ada Usher",
};

/** The name of an account, which its guests see as the sender of emails. */
export const accountName = line(MAX_LINE).superRefine((name, { addIssue }) => {
  const problem = name.length > MAX_LINE ? null : displayNameProblem(name);
  if (problem !== null && problem !== "empty") addIssue({ code: "custom", message: PROBLEMS[problem] });
});

/** A new password. Its rules need the address, so `validatePassword` checks them; JSON Schema counts code points too. */
export const newPassword = z.string().openapi({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  description: forDocs(
    "Any Unicode text, except the most common passwords and those derived from your email address or the name or host name of the service",
  ),
});

/** Any text: an invalid token gets the same error as an expired one. */
export const token = z.string();

/** The language of an account's emails. */
export const accountLocale = locale.meta(forDocs({ description: "Language of emails to you, BCP 47" }));

export const SignUp = z
  .strictObject({
    email,
    password: newPassword,
    name: accountName,
    locale: accountLocale
      .optional()
      .meta(forDocs({ description: "Language of emails to you, BCP 47. Default: from `Accept-Language`" })),
  })
  .openapi("SignUp");

export const LogIn = z.strictObject({ email, password: z.string() }).openapi("LogIn");

export const RefreshToken = z.strictObject({ refresh_token: token }).openapi("RefreshToken").transform(camelKeys);

/** Without a token: the session of the cookie. */
export const LogOut = z.strictObject({ refresh_token: token.optional() }).openapi("LogOut").transform(camelKeys);

export const ResendVerification = z.strictObject({ email }).openapi("ResendVerification");

export const ForgotPassword = z.strictObject({ email }).openapi("ForgotPassword");

/** One response for every request, whether or not the address has an account. */
export const Accepted = z.object({ status: z.literal("accepted") }).openapi("Accepted");

/** Lifetimes in seconds. */
export const Credentials = z
  .object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int(),
    refresh_token: z.string(),
    refresh_expires_in: z.int(),
  })
  .openapi("Credentials");
