import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { runBatch } from "../../src/db/batch.ts";
import { KEY_USE_PREFIX } from "../../src/platform/key-uses/key-uses.ts";
import { countLiveValues } from "../../src/platform/key-uses/live-value-queries.ts";
import { CliError } from "../cli-error.ts";
import { replacementOf, setVariables } from "../deploy/secrets.ts";
import type { Command, Ops } from "./command.ts";
import type { ListedName } from "./connection.ts";

const VARIABLES = ".dev.vars";
const NEXT = `
Next:
  npm run dev                                          start the local service again: it reads the file once
  npm run ops -- rotate --dry-run --remote             what a rotation of the deployed service leaves to its old secret
  npm run deploy -- --rotate PLATFORM_SECRET           rotate that one
  npm run ops -- rotate --dry-run --remote             some weeks later: when the old one was last used
  PLATFORM_SECRET_PREVIOUS= in .deploy.vars, npm run deploy     remove it`;

export const rotate: Command = {
  name: "rotate",
  args: [],
  required: 0,
  options: { "dry-run": null, "drop-previous": null },
  summary: "rotates the platform secret of the local service, or says what a rotation would leave to the old one",
  details:
    "Moves PLATFORM_SECRET of .dev.vars to PLATFORM_SECRET_PREVIOUS, which verifies and never signs, and generates a new " +
    "one. --drop-previous gives up an earlier secret, with everything that it signed. --dry-run changes nothing: it lists " +
    "what is live by purpose, and when the previous secret was last used. Only --dry-run has --remote.",
  async run({ options }, ops) {
    if (options["dry-run"]) return report(ops);
    if (options.remote) throw new CliError("The deployed service: npm run deploy -- --rotate PLATFORM_SECRET");
    const file = join(ops.folder, VARIABLES);
    const present = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
    const { PLATFORM_SECRET: current, PLATFORM_SECRET_PREVIOUS: previous } = present;
    if (!current) throw new CliError(`There is no PLATFORM_SECRET in ${VARIABLES}: npm run dev writes one.`);
    if (previous && !options["drop-previous"]) {
      throw new CliError(
        "A previous secret still verifies, and only one is kept. npm run ops -- rotate --dry-run says when it was last " +
          "used; with --drop-previous, what it signed is void.",
      );
    }
    const state = (hasPrevious: boolean) => ({ previous: hasPrevious ? "kept" : "none" });
    // First: the file cannot be part of the transaction, and a log that lacks a rotation is worse than one too many.
    const change = { target: "PLATFORM_SECRET", before: state(Boolean(previous)), after: state(true) };
    await ops.accounts.batch([ops.logged(ops.accounts, change)]);
    setVariables(file, replacementOf({ name: "PLATFORM_SECRET", keepsPrevious: true }, current));
    ops.print(
      `${VARIABLES} has a new PLATFORM_SECRET; the previous one verifies as PLATFORM_SECRET_PREVIOUS.\n${NEXT}`,
    );
  },
};

async function report({ accounts: db, kv, now, print }: Ops): Promise<void> {
  const counts = Object.entries(countLiveValues(db, now()));
  const stored = counts.flatMap(([purpose, statement]) => (statement === null ? [] : [[purpose, statement] as const]));
  const live = await runBatch(db, Object.fromEntries(stored));
  const uses = useLines(await kv.list(KEY_USE_PREFIX));
  print("A rotation would leave these to the old secret, which continues to verify them:\n");
  for (const [purpose] of counts) {
    const found = live[purpose]?.[0];
    print(`  ${purpose.padEnd(20)} ${found === undefined ? "not stored" : `${found.live} live${untilOf(found)}`}`);
  }
  print(`\nAn earlier secret was last used:\n\n${uses.join("\n") || "  never"}`);
  print("\nNothing was changed. docs/operations.md, Secrets, has how long each is valid, and what its removal breaks.");
}

function untilOf({ live, until }: { live: number; until: number | null }): string {
  return live === 0 || until === null ? "" : `, the last until ${new Date(until).toISOString().slice(0, 10)}`;
}

/** When the previous secret was last used, one line per purpose, the latest first. */
function useLines(names: readonly ListedName[]): string[] {
  return names
    .flatMap(({ name, metadata }) => (metadata?.last_used_at ? [{ name, at: metadata.last_used_at }] : []))
    .sort((one, other) => other.at.localeCompare(one.at))
    .map(({ name, at }) => {
      const [purpose = "", keyId] = name.slice(KEY_USE_PREFIX.length).split(":");
      return `  ${purpose.padEnd(20)} ${at}, key ${keyId}`;
    });
}
