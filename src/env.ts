import * as z from "zod";
import { parseOrigins } from "./kernel/cors-origins.ts";
import { parseCountries } from "./kernel/countries.ts";
import { MAX_SHARDS } from "./kernel/ids.ts";
import { MIN_SECRET_BYTES } from "./kernel/keyring.ts";
import { isLoopback, isPrivateCall } from "./kernel/loopback.ts";
import { numberedBindings } from "./kernel/numbered-bindings.ts";
import { problemsInPublic } from "./kernel/public-configuration.ts";
import { parseRegions, RegionsError } from "./kernel/regions.ts";

/**
 * The Worker's bindings: those of wrangler.toml (`wrangler types` writes them to src/worker-configuration.d.ts), and
 * those that a deployment may add. Only `readConfig` reads variables and secrets.
 */
export interface Bindings extends Env {
  EMAIL?: SendEmail;
  METRICS?: AnalyticsEngineDataset;
  /** `DB_1`, `DB_2`, …: the databases of the other shards. */
  [shard: `DB_${number}`]: D1Database | undefined;
}

type ShardBindings = Pick<Bindings, "DB" | `DB_${number}`>;

const text = z.string().min(1);
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
/** Links append a path to it. */
const publicUrl = url.refine((value) => URL.parse(value)?.origin === value, {
  message: "is an origin without a path, query or user name: https://rsvp.example",
});
const engineUrl = url.refine(
  isPrivateCall,
  "begins with https://, because each call contains a secret; http:// is for this machine alone",
);
const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal("").transform(() => undefined), schema]).optional();
/** Counted in bytes, because keys are derived from its bytes. */
const secret = text.refine((value) => new TextEncoder().encode(value).length >= MIN_SECRET_BYTES, {
  message: `has at least ${MIN_SECRET_BYTES} bytes`,
});

/** Sent in the `Authorization` header. */
const bearer = secret.regex(/^[\x21-\x7e]*$/, "is sent in a header: letters, digits and signs without spaces");

/** A variables file has `\n` for line breaks, as Google's key file does. */
const pem = (label: string, message: string) =>
  text
    .transform((value) => value.replaceAll("\\n", "\n"))
    .refine((value) => value.includes(`BEGIN ${label}`), { message });

/** Time for which an access log keeps personal data, equal to the engine's history of a guest. */
const ACCESS_LOG_DAYS = 180;
/** Ten years: no purpose of an access log lasts longer. */
const MAX_ACCESS_LOG_DAYS = 3_650;

/** Text messages of all accounts in a day. */
const SMS_DAILY_CEILING = 10_000;

/** @public For docs/configuration.md. */
export const CONFIG = z.object({
  PUBLIC_URL: publicUrl,
  /** `allowed`: `PUBLIC_URL` may begin with http:// on another machine, as in a network without certificates. */
  INSECURE_PUBLIC_URL: z.enum(["allowed", ""]).default(""),
  PLATFORM_SECRET: secret,
  PLATFORM_SECRET_PREVIOUS: optional(secret),
  SCORING_ENGINE_URL: engineUrl,
  SCORING_ENGINE_SECRET: bearer,
  EMAIL_FROM: text,
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  RESEND_API_KEY: optional(text),
  RESEND_API_BASE: url.default("https://api.resend.com"),
  RESEND_WEBHOOK_SECRET: optional(text),
  TWILIO_ACCOUNT_SID: optional(text),
  TWILIO_AUTH_TOKEN: optional(text),
  TWILIO_FROM: optional(text),
  TWILIO_API_BASE: url.default("https://api.twilio.com"),
  /** Whether reports about text messages must be signed. `signaturesOf` has the default. */
  TWILIO_WEBHOOK_SIGNATURES: z.enum(["required", "optional", ""]).default(""),
  GOOGLE_WALLET_ISSUER_ID: optional(text.regex(/^\d+$/, "is a number")),
  GOOGLE_WALLET_SERVICE_ACCOUNT: optional(z.email()),
  GOOGLE_WALLET_PRIVATE_KEY: optional(pem("PRIVATE KEY", "is a private key in PEM, PKCS #8")),
  APPLE_WALLET_PASS_TYPE_ID: optional(text.regex(/^pass\.[\w.-]+$/, "is an identifier that begins with pass.")),
  APPLE_WALLET_TEAM_ID: optional(text.regex(/^[A-Z0-9]{10}$/, "is ten letters and digits")),
  APPLE_WALLET_CERTIFICATE: optional(pem("CERTIFICATE", "is a certificate in PEM")),
  APPLE_WALLET_KEY: optional(pem("PRIVATE KEY", "is a private key in PEM, PKCS #8")),
  APPLE_WALLET_WWDR: optional(pem("CERTIFICATE", "is a certificate in PEM")),
  /** Null: every country. */
  SMS_COUNTRIES: z
    .string()
    .default("")
    .transform((value, { addIssue }) => {
      const countries = parseCountries(value);
      if (countries !== null) return countries.length === 0 ? null : countries;
      addIssue({ code: "custom", message: "is two-letter country codes (ISO 3166), separated by commas: DE,AT" });
      return z.NEVER;
    }),
  SMS_DAILY_CEILING: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.coerce.number().pipe(z.int("is a whole number").min(0)).default(SMS_DAILY_CEILING),
  ),
  TURNSTILE_SITEKEY: optional(text),
  TURNSTILE_SECRET_KEY: optional(text),
  TURNSTILE_API_BASE: url.default("https://challenges.cloudflare.com"),
  STRIPE_SECRET_KEY: optional(text),
  STRIPE_WEBHOOK_SECRET: optional(text),
  STRIPE_PRICE_PRO: optional(text),
  STRIPE_PRICE_BUSINESS: optional(text),
  STRIPE_API_BASE: optional(url),
  /** `true` in local development alone: webhook endpoints may be on this machine, over http. */
  WEBHOOKS_TO_LOOPBACK: z
    .enum(["true", "false", ""])
    .default("false")
    .transform((value) => value === "true"),
  /** Opens `GET /health/details`; without it, the address does not exist. */
  OPERATOR_TOKEN: optional(bearer),
  SECURITY_CONTACT: optional(z.url({ protocol: /^(mailto|https)$/ })),
  CORS_ORIGINS: z
    .string()
    .default("")
    .transform((value, { addIssue }) => {
      const origins = parseOrigins(value);
      if (origins !== null) return origins;
      addIssue({ code: "custom", message: "is origins without a path, separated by commas: https://shop.example" });
      return z.NEVER;
    }),
  OPEN_DATABASES: z
    .string()
    .regex(/^\s*(\d{1,4}(\s*,\s*\d{1,4})*)?\s*$/, "is numbers of databases, separated by commas")
    .default("")
    .transform((value) => (value.trim() === "" ? [] : value.split(",").map(Number))),
  ACCESS_LOG_DAYS: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.coerce.number().pipe(z.int().min(1).max(MAX_ACCESS_LOG_DAYS)).default(ACCESS_LOG_DAYS),
  ),
  REGIONS: z
    .unknown()
    .default("")
    .transform((value, { addIssue }) => {
      try {
        return parseRegions(value);
      } catch (error) {
        if (!(error instanceof RegionsError)) throw error;
        addIssue({ code: "custom", message: error.message });
        return z.NEVER;
      }
    }),
  PASSWORD_HASH_COST: z.enum(["standard", "test"]).default("standard"),
});

/** The variables, each in the form of its schema. */
export type Variables = z.output<typeof CONFIG>;

/** The validated configuration. Only this file reads variables. */
export type Config = Omit<Variables, "TWILIO_WEBHOOK_SIGNATURES"> & {
  TWILIO_WEBHOOK_SIGNATURES: "required" | "optional";
};

/** Explains how to set a variable. */
const HOW_TO_SET = "Set it in .dev.vars on this machine, or in .deploy.vars before `npm run deploy`";

/** A variable is missing or invalid. The message names the variables and never repeats a value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** The message quotes names of variables and rules, no values. */
  readonly isSafeToLog = true;
}

/** @throws ConfigError with the name of each invalid variable and the rule that it breaks */
export function readConfig(env: ShardBindings & { [Variable in keyof Config]?: unknown }): Config {
  const parsed = CONFIG.safeParse(env);
  if (!parsed.success) {
    throw invalidConfig(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const problems = problemsInPublic(parsed.data);
  if (problems.length > 0) throw invalidConfig(problems);
  const count = numberedBindings(env)?.length;
  if (count === undefined) throw invalidConfig(["DB_1, DB_2, …: are numbered without a gap"]);
  if (count > MAX_SHARDS) throw invalidConfig([`DB_${MAX_SHARDS}: an id has no room for this number`]);
  const open = parsed.data.OPEN_DATABASES;
  if (open.some((number) => number >= count))
    throw invalidConfig(["OPEN_DATABASES: names a database that is not bound"]);
  // By default, hosts are placed on all shards.
  return {
    ...parsed.data,
    TWILIO_WEBHOOK_SIGNATURES: signaturesOf(parsed.data),
    OPEN_DATABASES: open.length > 0 ? open : Array.from({ length: count }, (_, at) => at),
  };
}

/**
 * Returns whether reports about text messages must be signed. Without a setting they may be unsigned in development alone,
 * which is where links lead to this machine. The token that verifies a report is the token that sends text messages, so
 * a developer without an account cannot sign one.
 */
function signaturesOf({ TWILIO_WEBHOOK_SIGNATURES, PUBLIC_URL }: Variables): "required" | "optional" {
  if (TWILIO_WEBHOOK_SIGNATURES !== "") return TWILIO_WEBHOOK_SIGNATURES;
  return isLoopback(new URL(PUBLIC_URL).hostname) ? "optional" : "required";
}

/** @param problems each names a variable and the rule that it breaks */
export function invalidConfig(problems: readonly string[]): ConfigError {
  return new ConfigError(`The configuration is wrong: ${problems.join("; ")}. ${HOW_TO_SET}.`);
}
