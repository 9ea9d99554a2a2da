/**
 * Deploys Usher to a Cloudflare account, which may be empty:
 *
 *     npm run deploy                          CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID and the Worker's variables
 *                                             from the environment or `.deploy.vars`
 *     npm run deploy -- --dry-run             only the checks that need no account
 *     npm run deploy -- --location weur       the region of a new database, which cannot be moved later
 *     npm run deploy -- --rotate <secret>     a new PLATFORM_SECRET or SCORING_ENGINE_SECRET
 *     npm run deploy -- --revoke <secret>     a new secret, and the previous one stops verifying immediately
 *
 * Creates missing resources, migrates, deploys and prints the next steps. A repeated run continues an interrupted one.
 */
import { fileURLToPath } from "node:url";
import { CliError, readArguments, runProgram } from "./cli-error.ts";
import type { Options } from "./deploy/deploy.ts";
import { deploy, dryRun } from "./deploy/deploy.ts";
import { isGenerated, type Replacement } from "./deploy/settings.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** The platform's names of the regions in which a database can be created. */
const LOCATIONS = ["wnam", "enam", "weur", "eeur", "apac", "oc"];
const USAGE = "npm run deploy [-- --dry-run] [--location <region>] [--rotate <secret> | --revoke <secret>]";
/** Exit code of a program that was interrupted. */
const INTERRUPTED = 130;

// Exit through the `exit` handlers, which delete wrangler's temporary files, because they contain secrets.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(INTERRUPTED));

await runProgram(async () => {
  const text = { type: "string" } as const;
  const options = { "dry-run": { type: "boolean" }, location: text, rotate: text, revoke: text } as const;
  const { values } = readArguments({ options }, USAGE);
  const { location = null, rotate, revoke } = values;
  if (location !== null && !LOCATIONS.includes(location)) throw new CliError(`--location is ${LOCATIONS.join(", ")}.`);
  if (rotate !== undefined && revoke !== undefined) throw new CliError("--rotate or --revoke, not both.");
  const replacement = replacementFor(rotate ?? revoke, rotate !== undefined);
  const print = (line: string) => console.log(line);
  const run: Options = { root: ROOT, environment: process.env, location, replacement, print };
  await (values["dry-run"] ? dryRun(run) : deploy(run));
});

function replacementFor(name: string | undefined, keepsPrevious: boolean): Replacement | null {
  if (name === undefined) return null;
  if (isGenerated(name)) return { name, keepsPrevious };
  throw new CliError(`Only PLATFORM_SECRET and SCORING_ENGINE_SECRET can be rotated. Set ${name} in .deploy.vars.`);
}
