/**
 * Deploys Usher to a Cloudflare account, which may be empty:
 *
 *     npm run deploy                          CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID and the Worker's variables
 *                                             from the environment or `.deploy.vars`
 *     npm run deploy -- --dry-run             only the checks that need no account
 *     npm run deploy -- --location weur       the region of a new database; it cannot be moved later
 *     npm run deploy -- --rotate <secret>     a new PLATFORM_SECRET or SCORING_ENGINE_SECRET
 *     npm run deploy -- --revoke <secret>     the same, and the previous secret is void at once
 *
 * Creates missing resources, migrates, deploys and prints the next steps. A repeated run continues an interrupted one.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CliError } from "./cli-error.ts";
import { deploy } from "./deploy/deploy.ts";
import { dryRun } from "./deploy/dry-run.ts";
import type { Options } from "./deploy/project.ts";
import { isGenerated, type Replacement } from "./deploy/secrets.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** The platform's names of the regions in which a database can be created. */
const LOCATIONS = ["wnam", "enam", "weur", "eeur", "apac", "oc"];
/** Exit code of a program that was interrupted. */
const INTERRUPTED = 130;

// Exits through the `exit` handlers, which delete the temporary files for wrangler; they contain secrets.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(INTERRUPTED));

try {
  const { isDryRun, ...given } = readArguments();
  const options: Options = { ...given, root: ROOT, environment: process.env, print: (text) => console.log(text) };
  await (isDryRun ? dryRun(options) : deploy(options));
} catch (error) {
  console.error(error instanceof CliError ? `\n${error.message}` : error);
  process.exitCode = 1;
}

function readArguments() {
  const { values } = parsed();
  const { location = null, rotate, revoke } = values;
  if (location !== null && !LOCATIONS.includes(location)) throw new CliError(`--location is ${LOCATIONS.join(", ")}.`);
  if (rotate !== undefined && revoke !== undefined) throw new CliError("--rotate or --revoke, not both.");
  const replacement = replacementFor(rotate ?? revoke, rotate !== undefined);
  return { isDryRun: values["dry-run"] ?? false, location, replacement };
}

function replacementFor(name: string | undefined, keepsPrevious: boolean): Replacement | null {
  if (name === undefined) return null;
  if (isGenerated(name)) return { name, keepsPrevious };
  throw new CliError(`Only PLATFORM_SECRET and SCORING_ENGINE_SECRET can be rotated. Set ${name} in .deploy.vars.`);
}

function parsed() {
  try {
    const text = { type: "string" } as const;
    const options = { "dry-run": { type: "boolean" }, location: text, rotate: text, revoke: text } as const;
    return parseArgs({ options });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}
