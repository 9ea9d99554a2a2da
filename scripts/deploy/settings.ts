import { existsSync, readFileSync, statSync } from "node:fs";
import { parseEnv } from "node:util";
import { CliError } from "../cli-error.ts";
import type { Account } from "./platform-api.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables of `.dev.vars.example` that the deployed Worker does not read. */
const NOT_DEPLOYED = [
  ...["GRPC_PORT", "GRPC_WEB_PORT", "MAIL_PORT", "SMTP_PORT"],
  ...["STORE_PATH", "REDIS_URL", "REGION", "PASSWORD_HASH_COST"],
];
const ACCOUNT = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_BASE_URL"];
/** Names of secrets, which the platform never returns; everything else is a plain variable. */
const SECRET = /(SECRET|TOKEN|(?<!SITE)KEY)(_|$)|^SMTP_URL$/;
const ACCOUNT_ID = /^[0-9a-f]{32}$/;
/** Mode bits that give access to users other than the file's owner. */
const OTHERS = 0o077;

/** The settings of a deployment, from the environment and `.deploy.vars`. */
export interface Settings {
  secrets: Record<string, string>;
  variables: Record<string, string>;
  /** Named without a value: these are deleted. */
  emptied: string[];
}

export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/** The Worker's variables among those that the example file names. */
export function deployedNames(exampleNames: readonly string[]): string[] {
  return exampleNames.filter((name) => !NOT_DEPLOYED.includes(name));
}

/**
 * Reads `.deploy.vars` if it exists.
 * @throws CliError when other users can read it, or when it names something that is not a variable of the Worker
 */
export function readDeployVars(path: string, names: readonly string[]): Variables {
  if (!existsSync(path)) return {};
  if ((statSync(path).mode & OTHERS) !== 0) throw new CliError("Others can read .deploy.vars: chmod 600 .deploy.vars");
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

/** @throws CliError naming each variable that is missing or wrong, and where its value comes from */
export function readAccount(environment: Variables, file: Variables): Account {
  const value = (name: string) => environment[name] || file[name] || "";
  const problems: string[] = [];
  const token = value("CLOUDFLARE_API_TOKEN");
  const accountId = value("CLOUDFLARE_ACCOUNT_ID");
  if (token === "") problems.push("CLOUDFLARE_API_TOKEN is not set: dashboard, My Profile, API Tokens, Create Token");
  if (accountId === "") problems.push("CLOUDFLARE_ACCOUNT_ID is not set: dashboard, Workers & Pages, Account details");
  else if (!ACCOUNT_ID.test(accountId)) problems.push("CLOUDFLARE_ACCOUNT_ID is not an account's id: 32 hex digits");
  if (problems.length > 0)
    throw new CliError(`${problems.join("\n")}\nSet them in the environment or in .deploy.vars.`);
  return { token, accountId, apiBase: value("CLOUDFLARE_API_BASE_URL").replace(/\/+$/, "") || null };
}
