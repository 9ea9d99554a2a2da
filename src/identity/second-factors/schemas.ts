import * as z from "zod";
import { flag, line, uuid, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { STEP_UP_METHODS } from "./require-step-up.ts";

/** Far more than any authenticator sends. */
const MAX_BASE64_LENGTH = 16_384;
const MAX_NAME_LENGTH = 60;

const base64url = z
  .string()
  .max(MAX_BASE64_LENGTH)
  .regex(/^[A-Za-z0-9_-]*$/, "must be base64url without padding");
const factorToken = z
  .string()
  .openapi(forDocs({ description: "`factor_token` of the response that asked for the factor" }));
const code = z.string().openapi(forDocs({ description: "Six digits of the authenticator app", example: "287082" }));
const recoveryCode = z.string().openapi(forDocs({ example: "7KQ2M-0XD9T-4HN8R-PVW31-C6JZB" }));

/** The result of `toJSON()` of a `PublicKeyCredential`. Browsers add members over time, so unknown ones are ignored. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
};
const DESCRIPTION = forDocs("Return value of `toJSON()` of the browser's `PublicKeyCredential`");

const NewCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(32)).max(8).optional(),
    }),
  })
  .openapi("NewPasskeyCredential", { description: DESCRIPTION });

const Credential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.nullish(),
    }),
  })
  .openapi("PasskeyCredential", { description: DESCRIPTION });

export const AddPasskey = z
  .strictObject({
    credential: NewCredential,
    name: line(MAX_NAME_LENGTH)
      .optional()
      .openapi(forDocs({ description: "Name in the list of your passkeys. Default: `Passkey`" })),
  })
  .openapi("AddPasskey");

export const LogInWithPasskey = z.strictObject({ credential: Credential }).openapi("LogInWithPasskey");

export const LogInWithFactor = z
  .strictObject({ factor_token: factorToken, code: code.optional(), recovery_code: recoveryCode.optional() })
  .refine(hasOneOf("code", "recovery_code"), "must have either `code` or `recovery_code`")
  .openapi("LogInWithFactor", forDocs({ example: { factor_token: "eyJhbGciOiJIUzI1NiJ9…", code: "287082" } }))
  .transform(camelKeys);

export const StepUp = z
  .strictObject({
    factor_token: factorToken,
    password: z.string().optional(),
    code: code.optional(),
    recovery_code: recoveryCode.optional(),
    passkey: Credential.optional(),
  })
  .refine(hasOneOf(...STEP_UP_METHODS), "must have one of `password`, `code`, `recovery_code` and `passkey`")
  .openapi(
    "StepUp",
    forDocs({ example: { factor_token: "eyJhbGciOiJIUzI1NiJ9…", password: "a table for forty in June" } }),
  )
  .transform(camelKeys);

export const ConfirmTotp = z.strictObject({ code }).openapi("ConfirmTotp");

const descriptor = z.object({ id: z.string(), type: z.literal("public-key") });

export const PasskeyRegistrationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
    timeout: z.int(),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    attestation: z.literal("none"),
  })
  .openapi(
    "PasskeyRegistrationOptions",
    forDocs({ description: "Argument of the browser's `PublicKeyCredential.parseCreationOptionsFromJSON()`" }),
  );

export const PasskeyAuthenticationOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    allowCredentials: z.array(descriptor),
    userVerification: z.literal("required"),
  })
  .openapi(
    "PasskeyAuthenticationOptions",
    forDocs({ description: "Argument of the browser's `PublicKeyCredential.parseRequestOptionsFromJSON()`" }),
  );

export const Passkey = z
  .object({
    id: uuid,
    name: z.string(),
    synced: flag(forDocs("Whether the passkey is backed up, and so can be on several devices")),
    created_at: wireMoment,
    last_used_at: wireMoment.nullable(),
  })
  .openapi("Passkey");

export const Passkeys = z.object({ items: z.array(Passkey) }).openapi("Passkeys");

export const Totp = z
  .object({
    enabled: flag(forDocs("Whether signing in with the password requires a code")),
    confirmed_at: wireMoment.nullable(),
    recovery_codes_left: z.int(),
  })
  .openapi("Totp");

export const TotpSetup = z
  .object({
    secret: z.string().meta(forDocs({ description: "Secret to type into an authenticator app, base32" })),
    otpauth_url: z.string().meta(forDocs({ description: "URL with the secret, to show as a QR code" })),
  })
  .openapi("TotpSetup");

export const RecoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).meta(forDocs({ description: "Returned only once. Each code works once" })),
  })
  .openapi("RecoveryCodes");

export const SteppedUp = z
  .object({
    valid_until: wireMoment.meta(forDocs({ description: "Time until which the session needs no other step-up" })),
  })
  .openapi("SteppedUp");

/** True if the input has exactly one of these fields. */
function hasOneOf(...names: string[]) {
  return (body: Record<string, unknown>) => names.filter((name) => body[name] !== undefined).length === 1;
}
