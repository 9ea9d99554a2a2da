import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { runBatch } from "../../src/db/batch.ts";
import { countDeadLetters, REPLAYABLE, replayDeadLetters } from "../../src/mail/dead-letter-queries.ts";
import { FLAGS_KV_KEY, listFlags, publishedText, setFlag } from "../../src/platform/flags/published.ts";
import { DATABASE_SIZE_PREFIX, percentUsed } from "../../src/platform/health/database-size.ts";
import { KEY_USE_PREFIX } from "../../src/platform/key-uses/key-uses.ts";
import { countLiveValues } from "../../src/platform/key-uses/live-value-queries.ts";
import { listOperatorEntries } from "../../src/platform/operator-log/queries.ts";
import { CliError } from "../cli-error.ts";
import { replacementOf, setVariables } from "../deploy/settings.ts";
import { type Command, DATABASE_OPTION, databaseOfShard, type Given, type Ops } from "./command.ts";
import type { ListedName } from "./connection.ts";

type Flag = Awaited<ReturnType<typeof listFlags>>[number];

export const flag: Command = {
  name: "flag",
  args: ["<flag>", "on|off|<percentage>"],
  required: 0,
  summary: "lists the feature flags, or sets one",
  details:
    "The value is on, off, or the percentage of users for whom the flag is on. It applies everywhere within 30 seconds, " +
    "on the deployed service within a minute.",
  async run(given, { accounts: db, kv, logged, print, now }) {
    const [key] = given.args;
    const percentage = key === undefined ? null : percentageIn(given);
    let { flags } = await runBatch(db, { flags: listFlags(db) });
    const found = flags.find((one) => one.key === key);
    if (percentage !== null) {
      if (found === undefined) {
        throw new CliError(`There is no flag "${key}". There are: ${flags.map((one) => one.key).join(", ")}.`);
      }
      if (found.percentage === percentage) {
        print(`${found.key} is ${stateOf(found)} already. Nothing was changed.`);
        return;
      }
      ({ flags } = await runBatch(db, {
        set: setFlag(db, found.key, percentage, now()),
        log: logged(db, { target: found.key, before: { percentage: found.percentage }, after: { percentage } }),
        flags: listFlags(db),
      }));
      // Publish now: the Scheduler would publish the flags half a minute later.
      await kv.put(FLAGS_KV_KEY, publishedText(flags));
    }
    const width = Math.max(...flags.map((one) => one.key.length));
    for (const one of flags.sort((a, b) => a.key.localeCompare(b.key))) {
      print(`${one.key.padEnd(width)}  ${stateOf(one).padEnd(5)}  ${one.description}`);
    }
    if (found) print(`\n${found.key} applies everywhere within ${given.options.remote ? "a minute" : "30 seconds"}.`);
  },
};

function percentageIn({ args: [, value], wrong }: Given): number {
  if (value === undefined) throw wrong("Missing on|off|<percentage>");
  if (value === "on") return 100;
  if (value === "off") return 0;
  if (/^\d{1,3}$/.test(value) && Number(value) <= 100) return Number(value);
  throw wrong(`"${value}" is not on, off or a whole number from 0 to 100`);
}

function stateOf({ percentage }: Flag): string {
  return percentage === 100 ? "on" : percentage === 0 ? "off" : `${percentage} %`;
}

export const deadLetters: Command = {
  name: "dead-letters",
  args: ["<type>"],
  required: 0,
  options: DATABASE_OPTION,
  summary: "lists the dead letters by type, or sends all of one type again",
  details: "Fix the cause first. --database selects another database than the first.",
  async run(given, { open, logged, print }) {
    const [type] = given.args;
    if (type !== undefined && !REPLAYABLE.includes(type)) {
      throw given.wrong(`"${type}" is not a type that can be sent again. Those are ${REPLAYABLE.join(", ")}`);
    }
    const db = open(given.options.database ?? "DB");
    let { left } = await runBatch(db, { left: countDeadLetters(db) });
    if (type !== undefined) {
      const count = left.reduce((sum, one) => sum + (one.type === type ? one.count : 0), 0);
      if (count === 0) return print(`There are no dead letters of type ${type}. Nothing was changed.`);
      ({ left } = await runBatch(db, {
        replayed: replayDeadLetters(db, type),
        log: logged(db, { target: type, before: { count }, after: { count: 0 } }),
        left: countDeadLetters(db),
      }));
      print("The messages are in the outbox and will be on their queue within a minute.\n");
    }
    if (left.length === 0) print("There are no dead letters.");
    for (const { type: name, queue, count, lastAt } of left) {
      const note = REPLAYABLE.includes(name) ? "" : ", cannot be sent again";
      print(`${count} ${name}, from ${queue}, the last at ${new Date(lastAt).toISOString()}${note}`);
    }
  },
};

export const log: Command = {
  name: "log",
  args: [],
  required: 0,
  options: { limit: "20", ...DATABASE_OPTION },
  summary: "shows what operators' commands have changed, newest first",
  details: "Each database has a log of its changes. --database selects a database other than the first.",
  async run(given, { open, print }) {
    const { limit = "20" } = given.options;
    if (!/^[1-9]\d{0,3}$/.test(limit)) throw given.wrong(`"${limit}" is not a number from 1 to 9999`);
    const db = open(given.options.database ?? "DB");
    const [entries] = await db.batch([listOperatorEntries(db, Number(limit))]);
    if (entries.length === 0) print("No operator's command has changed anything.");
    for (const { at, operator, command, target, before, after } of entries) {
      const states = [before, after].map((state) => JSON.stringify(state));
      print(`${new Date(at).toISOString()}  ${operator}  ${command} ${target}  ${states.join(" → ")}`);
    }
  },
};

export const health: Command = {
  name: "health",
  args: [],
  required: 0,
  summary: "shows the size of each database",
  details: "The Scheduler measures each database once an hour. A database takes no more writes at 10 GB.",
  async run(_, { kv, print }) {
    const sizes = await kv.list(DATABASE_SIZE_PREFIX);
    if (sizes.length === 0)
      print("No database was measured yet. The Scheduler does so within an hour of the first request.");
    for (const { name, metadata: { bytes = 0, measured_at: at = "" } = {} } of sizes) {
      const database = databaseOfShard(Number(name.slice(DATABASE_SIZE_PREFIX.length)));
      print(`${database.padEnd(6)}  ${(bytes / 1e6).toFixed(1)} MB  ${percentUsed(bytes)} % of 10 GB, at ${at}`);
    }
  },
};

const VARIABLES = ".dev.vars";
const NEXT = `
Next:
  npm run dev                                          restart the local service, because it reads the file only once
  npm run ops -- rotate --dry-run --remote             list the live values of the deployed service
  npm run deploy -- --rotate PLATFORM_SECRET           rotate the secret of the deployed service
  npm run ops -- rotate --dry-run --remote             weeks later: see when the previous secret was last used
  PLATFORM_SECRET_PREVIOUS= in .deploy.vars, npm run deploy     remove the previous secret`;

export const rotate: Command = {
  name: "rotate",
  args: [],
  required: 0,
  options: { "dry-run": null, "drop-previous": null },
  summary: "rotates the platform secret of the local service, or lists the values that a rotation affects",
  details:
    "Moves PLATFORM_SECRET of .dev.vars to PLATFORM_SECRET_PREVIOUS, which verifies and never signs, and generates a new " +
    "one. --drop-previous discards an earlier secret and invalidates everything that it signed. --dry-run changes nothing: " +
    "it lists live values by purpose, and when the previous secret was last used. Only --dry-run accepts --remote.",
  async run({ options }, ops) {
    if (options["dry-run"]) return report(ops);
    if (options.remote) {
      throw new CliError("To rotate the deployed secret, run: npm run deploy -- --rotate PLATFORM_SECRET");
    }
    const file = join(ops.folder, VARIABLES);
    const present = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
    const { PLATFORM_SECRET: current, PLATFORM_SECRET_PREVIOUS: previous } = present;
    if (!current) throw new CliError(`There is no PLATFORM_SECRET in ${VARIABLES}: npm run dev writes one.`);
    if (previous && !options["drop-previous"]) {
      throw new CliError(
        "A previous secret still verifies, and only one is kept. npm run ops -- rotate --dry-run prints when it was last " +
          "used. --drop-previous invalidates everything that it signed.",
      );
    }
    const state = (hasPrevious: boolean) => ({ previous: hasPrevious ? "kept" : "none" });
    // Log first, because the file is not part of the transaction. A missing entry would be worse than an extra one.
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
  print("After a rotation, the previous secret continues to verify these values:\n");
  for (const [purpose] of counts) {
    const found = live[purpose]?.[0];
    print(`  ${purpose.padEnd(20)} ${found === undefined ? "not stored" : `${found.live} live${untilOf(found)}`}`);
  }
  print(`\nAn earlier secret was last used:\n\n${uses.join("\n") || "  never"}`);
  print("\nNothing was changed. docs/operations.md, Secrets, lists their lifetimes and what the removal breaks.");
}

function untilOf({ live, until }: { live: number; until: number | null }): string {
  return live === 0 || until === null ? "" : `, the last until ${new Date(until).toISOString().slice(0, 10)}`;
}

/** Returns when the previous secret was last used, one line per purpose, latest first. */
function useLines(names: readonly ListedName[]): string[] {
  return names
    .flatMap(({ name, metadata }) => (metadata?.last_used_at ? [{ name, at: metadata.last_used_at }] : []))
    .sort((one, other) => other.at.localeCompare(one.at))
    .map(({ name, at }) => {
      const [purpose = "", keyId] = name.slice(KEY_USE_PREFIX.length).split(":");
      return `  ${purpose.padEnd(20)} ${at}, key ${keyId}`;
    });
}
