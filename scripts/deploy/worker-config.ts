import { CliError } from "../cli-error.ts";
import { NO_ENGINE } from "./deployment-config.ts";

/** Stands for a secret that the account holds: it was checked when it was set. */
const STORED_SECRET = "stored-in-the-account-and-not-readable";
/** The sender that wrangler.toml has, so that the service starts without any configuration. */
const EXAMPLE_SENDER = "@usher.example";
const MAIL_BACKENDS = ["RESEND_API_KEY", "SMTP_URL"];
/** Providers that work with all of their variables or not at all. */
const VARIABLE_GROUPS = [
  ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_PRO", "STRIPE_PRICE_BUSINESS"],
];

/** What the Worker will see. */
export interface WorkerVariables {
  variables: Record<string, string>;
  /** With their values. */
  secrets: Record<string, string>;
  /** Names of those that the account has and that stay. */
  stored: ReadonlySet<string>;
}

/**
 * Asks the Worker's own schema whether it would start, before anything is touched.
 * @throws CliError naming every variable that is wrong, and never a value
 */
export async function checkWorkerConfig({ variables, secrets, stored }: WorkerVariables): Promise<void> {
  const placeholders = Object.fromEntries(
    [...stored].map((name) => [name, name === "SMTP_URL" ? "smtp://held" : STORED_SECRET]),
  );
  // By address: the module's types are the Worker's, which this program's compiler does not know.
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
      problems.push(`${missing.join(", ")}: missing beside the rest`);
  }
  const engine = variables.SCORING_ENGINE_URL ?? "";
  if (engine.startsWith("http:"))
    problems.push("SCORING_ENGINE_URL: begins with https://, a secret goes with each call");
  if (MAIL_BACKENDS.some(has) && variables.EMAIL_FROM?.includes(EXAMPLE_SENDER)) {
    problems.push("EMAIL_FROM: not set, and mails are going to be sent");
  }
  if (problems.length > 0) throw new CliError(problems.join("\n"));
}

/** What the service goes without as it is configured, a line each. */
export function configurationWarnings({ variables, secrets, stored }: WorkerVariables): string[] {
  const has = (name: string) => Boolean(variables[name] ?? secrets[name]) || stored.has(name);
  const lines: string[] = [];
  if (variables.SCORING_ENGINE_URL === NO_ENGINE) lines.push("No engine yet: guests are let through without a score.");
  if (!MAIL_BACKENDS.some(has)) lines.push("No RESEND_API_KEY or SMTP_URL: mails are written to the log and not sent.");
  if (!has("TWILIO_ACCOUNT_SID")) lines.push("No TWILIO_…: text messages are written to the log and not sent.");
  if (!has("STRIPE_SECRET_KEY")) lines.push("No STRIPE_…: everybody stays on the free tier.");
  return lines;
}
