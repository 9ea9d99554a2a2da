import * as z from "zod";
import { email, line } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/camel-keys.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password-rules.ts";

const MAX_NAME_LENGTH = 200;

/** A password to be: its rules need the address, so the verbs ask them. JSON Schema counts code points, as they do. */
const newPassword = z.string().openapi({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  description: "Any Unicode. Not one of the most common passwords, and not made of your e-mail address.",
});

/** Whatever text stands here is tried: what is no token is refused as one that is over. */
const token = z.string();

export const SignUp = z.strictObject({ email, password: newPassword, name: line(MAX_NAME_LENGTH) }).openapi("SignUp");

export const LogIn = z.strictObject({ email, password: z.string() }).openapi("LogIn");

export const RefreshToken = z.strictObject({ refresh_token: token }).openapi("RefreshToken").transform(camelKeys);

export const VerifyEmail = z.strictObject({ token }).openapi("VerifyEmail");

export const ForgotPassword = z.strictObject({ email }).openapi("ForgotPassword");

export const ResetPassword = z.strictObject({ token, password: newPassword }).openapi("ResetPassword");

/** The same for everybody, whatever became of the request. */
export const Accepted = z.object({ status: z.literal("accepted") }).openapi("Accepted");

export const Verified = z.object({ email_verified: z.literal(true) }).openapi("Verified");

/** Lives in seconds. */
export const Credentials = z
  .object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int(),
    refresh_token: z.string(),
    refresh_expires_in: z.int(),
  })
  .openapi("Credentials");
