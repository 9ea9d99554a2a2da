/**
 * Recomputes the chains of audit records: `npm run audit -- verify` those of all events, `npm run audit -- verify <id>`
 * that of one. Prints the head of each, one line an event; with `--noted <file>`, it also says whether the heads that
 * such a print has in a file are still part of their chains. Exits with 1 when a chain is broken or a head is lost.
 *
 * `--remote` selects the deployed service instead of the local one, `--persist-to` a local one with another state folder,
 * `--database DB_1` another database than the first; that of one event is in its id.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { shardOf } from "../src/kernel/ids.ts";
import { AuditPrint, readNotedHeads } from "./audit/print.ts";
import { type AuditSource, verifyChains } from "./audit/verify-chains.ts";
import { CliError } from "./cli-error.ts";
import { runWrangler, TARGET_OPTIONS, targetArguments } from "./ops/wrangler.ts";

const USAGE = "npm run audit -- verify [event id] [--noted <file>] [--database DB_1] [--remote]";
/** Needs no escaping in a statement. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OPTIONS = { ...TARGET_OPTIONS, database: { type: "string" }, noted: { type: "string" } } as const;

try {
  const { values, positionals } = readArguments();
  const [command, eventId = null, ...rest] = positionals;
  if (command !== "verify" || rest.length > 0) throw new CliError(`Usage: ${USAGE}`);
  if (eventId !== null && !UUID.test(eventId)) throw new CliError(`An event's id is a UUID in lower case. ${USAGE}`);
  const database = values.database ?? databaseOf(eventId);
  const noted = readNotedHeads(values.noted === undefined ? "" : readFileSync(values.noted, "utf8"));
  const print = new AuditPrint(noted);
  for await (const found of verifyChains(sourceOf(database, targetArguments(values)), eventId, noted)) {
    console.log(print.line(found));
  }
  console.log(`\n${print.summary()}`);
  if (print.failed > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}

function databaseOf(eventId: string | null): string {
  const shard = eventId === null ? 0 : shardOf(eventId);
  return shard === 0 ? "DB" : `DB_${shard}`;
}

/** Runs a statement on the database. @throws CliError with wrangler's error output */
function sourceOf(database: string, target: string[]): AuditSource {
  return async (sql) => {
    const args = ["d1", "execute", database, "--json", "--yes", "--command", sql, ...target];
    const output = await runWrangler(args, "The database has no audit records yet: npm run migrate");
    return (JSON.parse(output) as { results: Record<string, unknown>[] }[]).at(-1)?.results ?? [];
  };
}
