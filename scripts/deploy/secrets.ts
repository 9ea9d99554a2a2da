import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { CliError } from "../cli-error.ts";

/** Secrets that are generated. */
const GENERATED = ["PLATFORM_SECRET", "SCORING_ENGINE_SECRET"] as const;
/** Both programs reject secrets shorter than 32 bytes; base64url encodes 32 bytes as 43 characters. */
const SECRET_BYTES = 32;

export type Generated = (typeof GENERATED)[number];

/** How a secret is replaced: after `rotate` the previous one still verifies for a time, after `revoke` it does not. */
export interface Replacement {
  name: Generated;
  keepsPrevious: boolean;
}

export function isGenerated(name: string): name is Generated {
  return (GENERATED as readonly string[]).includes(name);
}

/**
 * Generates the secrets that exist neither in the account nor in the operator's settings.
 * @param has whether a secret exists
 */
export function missingSecrets(has: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(GENERATED.filter((name) => !has(name)).map((name) => [name, newSecret()]));
}

/** The sources of a secret. */
export interface SecretSources {
  environment: NodeJS.Dict<string>;
  file: NodeJS.Dict<string>;
  /** Names of the secrets in the account. */
  stored: ReadonlySet<string>;
}

/**
 * Checks that a secret can be replaced from this machine.
 * @throws CliError when the environment would override the new secret; when the previous secret must still verify and
 *   is not known here; when an earlier secret still verifies, whose links would be void at once
 */
export function checkReplacement(
  { name, keepsPrevious }: Replacement,
  { environment, file, stored }: SecretSources,
): void {
  if (environment[name]) throw new CliError(`${name} is set in the environment. Change it there.`);
  if (name !== "PLATFORM_SECRET" || !keepsPrevious) return;
  if (!file.PLATFORM_SECRET) {
    throw new CliError(
      "PLATFORM_SECRET is not in .deploy.vars, and the platform never returns it. Rotate it where it was made, or " +
        "use --revoke: then every link that was sent so far is void.",
    );
  }
  if (
    file.PLATFORM_SECRET_PREVIOUS ||
    (stored.has("PLATFORM_SECRET_PREVIOUS") && !("PLATFORM_SECRET_PREVIOUS" in file))
  ) {
    throw new CliError(
      "A previous secret still verifies, and only one is supported. To continue an interrupted rotation, run " +
        "npm run deploy without --rotate. Otherwise leave PLATFORM_SECRET_PREVIOUS= empty in .deploy.vars, " +
        "which voids the links signed with it, and run this again.",
    );
  }
}

/** The contents of `.deploy.vars` after a replacement. */
export function replacementOf({ name, keepsPrevious }: Replacement, current = ""): Record<string, string> {
  if (name !== "PLATFORM_SECRET") return { [name]: newSecret() };
  return { [name]: newSecret(), PLATFORM_SECRET_PREVIOUS: keepsPrevious ? current : "" };
}

/**
 * Sets variables in a file that only its owner can read: replaces their lines and leaves all others. The file is
 * replaced atomically.
 * @throws CliError when a value cannot be represented in the file
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
