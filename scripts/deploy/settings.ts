import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { CliError } from "../cli-error.ts";
import type { Account } from "./platform-api.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables of `.dev.vars.example` that the deployed Worker does not read. */
const NOT_DEPLOYED = [
  "GRPC_PORT",
  "GRPC_WEB_PORT",
  "MAIL_PORT",
  "SMTP_PORT",
  "STORE_PATH",
  "REDIS_URL",
  "REGION",
  "PASSWORD_HASH_COST",
  "WEBHOOKS_TO_LOOPBACK",
  "HOST",
  "METRICS_PORT",
  "STORE_MAX_MB",
  "GEO_DATABASE_DIR",
  "MAX_CONCURRENCY",
  "DRAIN_MS",
];
const ACCOUNT = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_BASE_URL"];
/** Names of secrets, which the platform never returns. All other names are plain variables. */
const SECRET = /(SECRET|TOKEN|(?<!SITE)KEY)(_|$)|^SMTP_URL$/;
const ACCOUNT_ID = /^[0-9a-f]{32}$/;
/** Mode bits that give access to users other than the file's owner. */
const OTHERS = 0o077;

/** The settings of a deployment, from the environment and `.deploy.vars`. */
export interface Settings {
  secrets: Record<string, string>;
  variables: Record<string, string>;
  /** Names without a value, which are deleted. */
  emptied: string[];
}

export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/** Filters the names of the example file for variables of the deployed Worker. */
export function deployedNames(exampleNames: readonly string[]): string[] {
  return exampleNames.filter((name) => !NOT_DEPLOYED.includes(name));
}

/**
 * Reads `.deploy.vars` if it exists.
 * @throws CliError if other users can read it, or if it names something that is not a variable of the Worker
 */
export function readDeployVars(path: string, names: readonly string[]): Variables {
  if (!existsSync(path)) return {};
  if ((statSync(path).mode & OTHERS) !== 0)
    throw new CliError("Other users can read .deploy.vars: chmod 600 .deploy.vars");
  const variables = parseEnv(readFileSync(path, "utf8"));
  const unknown = Object.keys(variables).filter((name) => !names.includes(name) && !ACCOUNT.includes(name));
  if (unknown.length === 0) return variables;
  throw new CliError(`.deploy.vars contains names that are not variables of the Worker: ${unknown.sort().join(", ")}.`);
}

/** Merges the environment and `.deploy.vars`; the environment takes precedence. */
export function readSettings(environment: Variables, file: Variables, names: readonly string[]): Settings {
  const inEnvironment = names.filter((name) => environment[name]).map((name) => [name, environment[name]] as const);
  const all = Object.entries({ ...file, ...Object.fromEntries(inEnvironment) }).filter(([name]) =>
    names.includes(name),
  );
  const set = all.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return {
    secrets: Object.fromEntries(set.filter(([name]) => isSecret(name))),
    variables: Object.fromEntries(set.filter(([name]) => !isSecret(name))),
    emptied: all.flatMap(([name, value]) => (value ? [] : [name])),
  };
}

/** @throws CliError naming each missing or invalid variable, and the source of its value */
export function readAccount(environment: Variables, file: Variables): Account {
  const value = (name: string) => environment[name] || file[name] || "";
  const problems: string[] = [];
  const token = value("CLOUDFLARE_API_TOKEN");
  const accountId = value("CLOUDFLARE_ACCOUNT_ID");
  if (token === "") problems.push("CLOUDFLARE_API_TOKEN is not set: dashboard, My Profile, API Tokens, Create Token");
  if (accountId === "") problems.push("CLOUDFLARE_ACCOUNT_ID is not set: dashboard, Workers & Pages, Account details");
  else if (!ACCOUNT_ID.test(accountId)) problems.push("CLOUDFLARE_ACCOUNT_ID is not an account ID: 32 hex digits");
  if (problems.length > 0)
    throw new CliError(`${problems.join("\n")}\nSet them in the environment or in .deploy.vars.`);
  return { token, accountId, apiBase: value("CLOUDFLARE_API_BASE_URL").replace(/\/+$/, "") || null };
}

const GENERATED = ["PLATFORM_SECRET", "SCORING_ENGINE_SECRET"] as const;
/** Both programs reject secrets shorter than 32 bytes; base64url encodes 32 bytes as 43 characters. */
const SECRET_BYTES = 32;

type Generated = (typeof GENERATED)[number];

/** The replacement of a secret. After `rotate` the previous secret still verifies, after `revoke` it does not. */
export interface Replacement {
  name: Generated;
  keepsPrevious: boolean;
}

export function isGenerated(name: string): name is Generated {
  return (GENERATED as readonly string[]).includes(name);
}

/**
 * Generates the secrets that exist neither in the account nor in the operator's settings.
 * @param has true if a secret exists
 */
export function missingSecrets(has: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(GENERATED.filter((name) => !has(name)).map((name) => [name, newSecret()]));
}

interface SecretSources {
  environment: NodeJS.Dict<string>;
  file: NodeJS.Dict<string>;
  /** Names of the secrets in the account. */
  stored: ReadonlySet<string>;
}

/**
 * Checks that a secret can be replaced from this machine.
 * @throws CliError if the environment would override the new secret, if the previous secret must still verify and is not
 *   known here, or if an earlier secret still verifies, whose links a rotation would invalidate immediately
 */
export function checkReplacement(
  { name, keepsPrevious }: Replacement,
  { environment, file, stored }: SecretSources,
): void {
  if (environment[name]) throw new CliError(`${name} is set in the environment. Change it there.`);
  if (name !== "PLATFORM_SECRET" || !keepsPrevious) return;
  if (!file.PLATFORM_SECRET) {
    throw new CliError(
      "PLATFORM_SECRET is not in .deploy.vars, and the platform never returns it. Rotate it on the machine that " +
        "generated it, or use --revoke, which invalidates every link that was sent so far.",
    );
  }
  if (
    file.PLATFORM_SECRET_PREVIOUS ||
    (stored.has("PLATFORM_SECRET_PREVIOUS") && !("PLATFORM_SECRET_PREVIOUS" in file))
  ) {
    throw new CliError(
      "A previous secret still verifies, and only one is supported. To continue an interrupted rotation, run " +
        "npm run deploy without --rotate. Otherwise leave PLATFORM_SECRET_PREVIOUS= empty in .deploy.vars, " +
        "which invalidates the links signed with it, and run this again.",
    );
  }
}

/** Returns the variables that a replacement sets in `.deploy.vars`. */
export function replacementOf({ name, keepsPrevious }: Replacement, current = ""): Record<string, string> {
  if (name !== "PLATFORM_SECRET") return { [name]: newSecret() };
  return { [name]: newSecret(), PLATFORM_SECRET_PREVIOUS: keepsPrevious ? current : "" };
}

/**
 * Sets variables in a file that only its owner can read: replaces their lines and keeps all others. The file is
 * replaced atomically.
 * @throws CliError if a value cannot be represented in the file
 */
export function setVariables(path: string, values: Readonly<Record<string, string>>): void {
  const names = Object.keys(values);
  if (names.length === 0) return;
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const others = text.split("\n").filter((line) => !names.some((name) => line.startsWith(`${name}=`)));
  while (others.at(-1) === "") others.pop();
  const lines = [...others, ...names.map((name) => `${name}=${quoted(name, values[name] ?? "")}`), ""];
  writeFileSync(`${path}.new`, lines.join("\n"), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function quoted(name: string, value: string): string {
  if (/^[\w.:/@+-]*$/.test(value)) return value;
  const quote = ['"', "'", "`"].find((mark) => !value.includes(mark));
  if (quote !== undefined && !/[\n\r\\]/.test(value)) return `${quote}${value}${quote}`;
  throw new CliError(`${name} has characters that .deploy.vars cannot hold.`);
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}
