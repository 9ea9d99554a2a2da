import { isUnreachable } from "./loopback.ts";

/** A secret with fewer different characters was typed, not generated. */
const MIN_DIFFERENT = 6;
/** The secret keys of Turnstile's documentation, which accept or reject every token. */
const TURNSTILE_TEST_KEY = /^[123]x0+AA$/;

const SECRETS = ["PLATFORM_SECRET", "PLATFORM_SECRET_PREVIOUS", "SCORING_ENGINE_SECRET", "OPERATOR_TOKEN"] as const;
/** Verify the requests of providers. */
const PROVIDER_SECRETS = ["RESEND_WEBHOOK_SECRET", "TWILIO_AUTH_TOKEN", "STRIPE_WEBHOOK_SECRET"] as const;
const ALL_SECRETS = [
  ...SECRETS,
  ...PROVIDER_SECRETS,
  "TURNSTILE_SECRET_KEY",
  "RESEND_API_KEY",
  "STRIPE_SECRET_KEY",
] as const;
const BASES = ["RESEND_API_BASE", "TWILIO_API_BASE", "TURNSTILE_API_BASE", "STRIPE_API_BASE"] as const;

/** The variables that decide what is safe at a public address, as their schemas parse them. */
interface Settings extends Partial<Record<(typeof ALL_SECRETS)[number] | (typeof BASES)[number], string | undefined>> {
  PUBLIC_URL: string;
  INSECURE_PUBLIC_URL: "" | "allowed";
  PASSWORD_HASH_COST: "standard" | "test";
  WEBHOOKS_TO_LOOPBACK: boolean;
  CORS_ORIGINS: readonly string[];
  TWILIO_WEBHOOK_SIGNATURES: "" | "required" | "optional";
}

/**
 * Returns the settings that are safe on a developer's machine alone, if `PUBLIC_URL` is another one: a line each, which
 * names the variable and the correct form, and never the value.
 */
export function problemsInPublic(variables: Settings): string[] {
  const { hostname } = new URL(variables.PUBLIC_URL);
  if (isUnreachable(hostname)) return [];
  const problems = [...bases(variables), ...secrets(variables)];
  const isInsecure = isUnencrypted(variables.PUBLIC_URL);
  if (isInsecure && variables.INSECURE_PUBLIC_URL !== "allowed") {
    problems.push("PUBLIC_URL: begins with https://, or set INSECURE_PUBLIC_URL=allowed");
  }
  if (variables.PASSWORD_HASH_COST !== "standard") problems.push("PASSWORD_HASH_COST: is standard, or left out");
  if (variables.WEBHOOKS_TO_LOOPBACK) problems.push("WEBHOOKS_TO_LOOPBACK: is false, or left out");
  // In a network without certificates, no origin has one.
  if (!isInsecure && variables.CORS_ORIGINS.some(isUnencrypted)) {
    problems.push("CORS_ORIGINS: is origins that begin with https://");
  }
  return problems;
}

/** Returns a line for each accepted setting that lowers the security of a `PUBLIC_URL` on another machine. */
export function warningsInPublic(variables: Settings): string[] {
  const { hostname } = new URL(variables.PUBLIC_URL);
  if (isUnreachable(hostname)) return [];
  const { TWILIO_WEBHOOK_SIGNATURES, RESEND_API_KEY, RESEND_WEBHOOK_SECRET, STRIPE_SECRET_KEY } = variables;
  const warnings: [boolean, string][] = [
    [isUnencrypted(variables.PUBLIC_URL), "INSECURE_PUBLIC_URL: guests' links and passwords are sent unencrypted"],
    [TWILIO_WEBHOOK_SIGNATURES === "optional", "TWILIO_WEBHOOK_SIGNATURES: unsigned reports are accepted"],
    [Boolean(RESEND_API_KEY && !RESEND_WEBHOOK_SECRET), "RESEND_WEBHOOK_SECRET: unsigned reports are accepted"],
    [STRIPE_SECRET_KEY?.startsWith("sk_test_") === true, "STRIPE_SECRET_KEY: test cards pay for tiers"],
  ];
  return warnings.flatMap(([holds, line]) => (holds ? [line] : []));
}

/** Each call to a provider carries a secret. */
function bases(variables: Settings): string[] {
  return BASES.filter((name) => isUnencrypted(variables[name] ?? "")).map((name) => `${name}: begins with https://`);
}

/** A schema accepts `HTTP://`, too. */
function isUnencrypted(url: string): boolean {
  return URL.parse(url)?.protocol === "http:";
}

function secrets(variables: Settings): string[] {
  const used = new Map<string, string>();
  const problems: string[] = [];
  for (const name of ALL_SECRETS) {
    const value = variables[name];
    if (value === undefined) continue;
    const other = used.get(value);
    if (other !== undefined) problems.push(`${name}: differs from ${other}`);
    used.set(value, name);
  }
  for (const name of [...SECRETS, ...PROVIDER_SECRETS]) {
    const value = variables[name];
    if (value !== undefined && new Set(value).size < MIN_DIFFERENT) {
      problems.push(`${name}: is random, such as the output of \`openssl rand -base64 32\``);
    }
  }
  if (TURNSTILE_TEST_KEY.test(variables.TURNSTILE_SECRET_KEY ?? "")) {
    problems.push("TURNSTILE_SECRET_KEY: is a key of your site, not a test key");
  }
  return problems;
}
