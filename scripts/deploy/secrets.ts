import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { CliError } from "../cli-error.ts";

/** Secrets that are generated. */
const GENERATED = ["PLATFORM_SECRET", "SCORING_ENGINE_SECRET"] as const;
/** Both programs refuse less than 32; base64url makes 43 characters of them. */
const SECRET_BYTES = 32;

export type Generated = (typeof GENERATED)[number];

/** How a secret is replaced: `rotate` lets the one before verify for a time, `revoke` ends it at once. */
export interface Replacement {
  name: Generated;
  keepsPrevious: boolean;
}

export function isGenerated(name: string): name is Generated {
  return (GENERATED as readonly string[]).includes(name);
}

/**
 * Generates the secrets that neither the account nor the operator has.
 * @param has whether there is one
 */
export function missingSecrets(has: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(GENERATED.filter((name) => !has(name)).map((name) => [name, newSecret()]));
}

/** Where a secret may be. */
export interface SecretSources {
  environment: NodeJS.Dict<string>;
  file: NodeJS.Dict<string>;
  /** Names of those that the account has. */
  stored: ReadonlySet<string>;
}

/**
 * Says whether a secret can be replaced here.
 * @throws CliError when the environment would win over the new one; when the secret before is to verify on and is not
 *   known here; when one before already does, whose links would be void at once
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
      "A secret before the current one still verifies, and there is room for one. If this is a rotation that was cut " +
        "short, run npm run deploy without --rotate. Else leave PLATFORM_SECRET_PREVIOUS= empty in .deploy.vars, " +
        "which voids the links of that time, and run it again.",
    );
  }
}

/** What `.deploy.vars` says after a replacement. */
export function replacementOf({ name, keepsPrevious }: Replacement, current = ""): Record<string, string> {
  if (name !== "PLATFORM_SECRET") return { [name]: newSecret() };
  return { [name]: newSecret(), PLATFORM_SECRET_PREVIOUS: keepsPrevious ? current : "" };
}

/**
 * Sets variables in a file that its owner alone can read: their lines are replaced, all others stay. All of it is
 * there or none.
 * @throws CliError when a value cannot be written so that it is read again
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
