import { CliError } from "../cli-error.ts";
import { NO_ENGINE } from "./deployment-config.ts";

/** Placeholder for a secret that is already in the account: it was validated when it was set. */
const STORED_SECRET = "stored-in-the-account-and-not-readable";
/** Where the schema asks for a shape. */
const STORED_SHAPES = new Map([
  ["SMTP_URL", "smtp://held"],
  ["GOOGLE_WALLET_PRIVATE_KEY", "BEGIN PRIVATE KEY"],
  ["APPLE_WALLET_KEY", "BEGIN PRIVATE KEY"],
]);
/** The sender in wrangler.toml, so that the service starts without any configuration. */
const EXAMPLE_SENDER = "@usher.example";
const MAIL_BACKENDS = ["RESEND_API_KEY", "SMTP_URL"];
/** Providers that need either all of their variables or none. */
const VARIABLE_GROUPS = [
  ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  ["GOOGLE_WALLET_ISSUER_ID", "GOOGLE_WALLET_SERVICE_ACCOUNT", "GOOGLE_WALLET_PRIVATE_KEY"],
  [
    ...["APPLE_WALLET_PASS_TYPE_ID", "APPLE_WALLET_TEAM_ID"],
    ...["APPLE_WALLET_CERTIFICATE", "APPLE_WALLET_KEY", "APPLE_WALLET_WWDR"],
  ],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_PRO", "STRIPE_PRICE_BUSINESS"],
];

/** The environment that the Worker will have. */
export interface WorkerVariables {
  variables: Record<string, string>;
  /** With their values. */
  secrets: Record<string, string>;
  /** Names of secrets that are already in the account and stay. */
  stored: ReadonlySet<string>;
}

/**
 * Validates the configuration with the Worker's own schema, before anything is changed.
 * @throws CliError naming every invalid variable, never a value
 */
export async function checkWorkerConfig({ variables, secrets, stored }: WorkerVariables): Promise<void> {
  const placeholders = Object.fromEntries([...stored].map((name) => [name, STORED_SHAPES.get(name) ?? STORED_SECRET]));
  // Imported by URL: the module needs the Worker's types, which are not in this program's TypeScript configuration.
  const { readConfig } = await import(new URL("../../src/env.ts", import.meta.url).href);
  const problems: string[] = [];
  try {
    readConfig({ ...placeholders, ...variables, ...secrets });
  } catch (error) {
    problems.push((error as Error).message);
  }
  const has = (name: string) => Boolean(variables[name] ?? secrets[name]) || stored.has(name);
  for (const names of VARIABLE_GROUPS) {
    const missing = names.filter((name) => !has(name));
    if (missing.length > 0 && missing.length < names.length)
      problems.push(`${missing.join(", ")}: required together with ${names.filter(has).join(", ")}`);
  }
  const engine = variables.SCORING_ENGINE_URL ?? "";
  if (/"engine"\s*:\s*"http:/.test(variables.REGIONS ?? ""))
    problems.push("REGIONS: each `engine` must begin with https://, because each call contains a secret");
  if (engine.startsWith("http:"))
    problems.push("SCORING_ENGINE_URL: must begin with https://, because each call contains a secret");
  if (MAIL_BACKENDS.some(has) && variables.EMAIL_FROM?.includes(EXAMPLE_SENDER)) {
    problems.push("EMAIL_FROM: not set, but a mail backend is configured");
  }
  if (problems.length > 0) throw new CliError(problems.join("\n"));
}

/** Features that the configuration leaves disabled, one line each. */
export function configurationWarnings({ variables, secrets, stored }: WorkerVariables): string[] {
  const has = (name: string) => Boolean(variables[name] ?? secrets[name]) || stored.has(name);
  const lines: string[] = [];
  if (variables.SCORING_ENGINE_URL === NO_ENGINE) lines.push("No engine yet: guests are let through without a score.");
  if (!MAIL_BACKENDS.some(has)) lines.push("No RESEND_API_KEY or SMTP_URL: mails are written to the log and not sent.");
  if (!has("TWILIO_ACCOUNT_SID")) lines.push("No TWILIO_…: text messages are written to the log and not sent.");
  if (has("RESEND_API_KEY") && !has("RESEND_WEBHOOK_SECRET"))
    lines.push("No RESEND_WEBHOOK_SECRET: /webhooks/email accepts unsigned reports that have the stored ID of a mail.");
  if (variables.TWILIO_WEBHOOK_SIGNATURES === "optional")
    lines.push("TWILIO_WEBHOOK_SIGNATURES is optional: /webhooks/sms-status accepts unsigned reports.");
  if (!has("STRIPE_SECRET_KEY")) lines.push("No STRIPE_…: all users stay on the free tier.");
  return lines;
}
