/**
 * Rotates the platform secret of the local service: `npm run rotate` moves `PLATFORM_SECRET` of `.dev.vars` to
 * `PLATFORM_SECRET_PREVIOUS`, which verifies and never signs, and generates a new one. A previous secret that is there
 * already would be lost, with everything that it signed: `--drop-previous` says that nothing needs it any more.
 *
 * `npm run rotate -- --dry-run` changes nothing. It says what a rotation would leave to the old secret, by purpose, and
 * when the previous one was last used. `--remote` looks at the deployed service, `--persist-to` at a local one with
 * another state folder.
 */
import { existsSync, readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import { KEY_USE_PREFIX } from "../src/platform/key-uses/key-use-name.ts";
import { CliError } from "./cli-error.ts";
import { replacementOf, setVariables } from "./deploy/secrets.ts";
import { runWrangler, TARGET_OPTIONS, targetArguments } from "./ops/wrangler.ts";
import { countLiveValues } from "./rotate/purposes.ts";
import { type ListedName, type LiveCount, liveLines, useLines } from "./rotate/report.ts";

const VARIABLES = ".dev.vars";
const NOT_MIGRATED = "The database has no tables yet: npm run migrate";
const OPTIONS = {
  ...TARGET_OPTIONS,
  "dry-run": { type: "boolean" },
  "drop-previous": { type: "boolean" },
} as const;

try {
  const { values } = readArguments();
  if (values["dry-run"]) await dryRun(targetArguments(values));
  else if (values.remote) throw new CliError("The deployed service: npm run deploy -- --rotate PLATFORM_SECRET");
  else rotate(values["drop-previous"] ?? false);
} catch (error) {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}

async function dryRun(target: string[]): Promise<void> {
  const counted = await runWrangler(
    ["d1", "execute", "DB", "--json", "--yes", "--command", countLiveValues(), ...target],
    NOT_MIGRATED,
  );
  const counts = (JSON.parse(counted) as { results: LiveCount[] }[]).flatMap(({ results }) => results);
  const listed = await runWrangler(
    ["kv", "key", "list", "--binding", "KV", "--prefix", KEY_USE_PREFIX, ...target],
    NOT_MIGRATED,
  );
  const uses = useLines(JSON.parse(listed) as ListedName[]);
  console.log("A rotation would leave these to the old secret, which goes on verifying them:\n");
  console.log(liveLines(counts).join("\n"));
  console.log("\nAn earlier secret was last used:\n");
  console.log(uses.length > 0 ? uses.join("\n") : "  never");
  console.log("\nNothing was changed.");
}

/** @throws CliError when there is nothing to rotate, or an earlier secret would be lost */
function rotate(dropsPrevious: boolean): void {
  const present = existsSync(VARIABLES) ? parseEnv(readFileSync(VARIABLES, "utf8")) : {};
  if (!present.PLATFORM_SECRET)
    throw new CliError(`There is no PLATFORM_SECRET in ${VARIABLES}: npm run dev writes one.`);
  if (present.PLATFORM_SECRET_PREVIOUS && !dropsPrevious) {
    throw new CliError(
      "A previous secret still verifies, and only one is kept. npm run rotate -- --dry-run says when it was last used; " +
        "with --drop-previous, what it signed is void.",
    );
  }
  setVariables(VARIABLES, replacementOf({ name: "PLATFORM_SECRET", keepsPrevious: true }, present.PLATFORM_SECRET));
  console.log(`${VARIABLES} has a new PLATFORM_SECRET; the one before verifies as PLATFORM_SECRET_PREVIOUS.

Next:
  npm run dev                                    start the local service again: it reads the file once
  npm run rotate -- --dry-run --remote          what a rotation of the deployed service leaves to its old secret
  npm run deploy -- --rotate PLATFORM_SECRET     rotate that one
  npm run rotate -- --dry-run --remote          some weeks later: when the old one was last used
  PLATFORM_SECRET_PREVIOUS= in .deploy.vars, npm run deploy     remove it`);
}
