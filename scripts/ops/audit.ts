import { readFileSync } from "node:fs";
import type { Database } from "../../src/db/client.ts";
import { shardOf } from "../../src/kernel/ids.ts";
import { type Break, type ChainHead, ChainVerifier, type StoredRecord } from "../../src/platform/audit/chain.ts";
import { type ChainPosition, listChains, listHeads } from "../../src/platform/audit/queries.ts";
import { CliError } from "../cli-error.ts";
import { type Command, DATABASE_OPTION, databaseOfShard } from "./command.ts";

/** Records per read. */
const PAGE_SIZE = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A line of the output: event, sequence and hash of the head, result. */
const LINE = /^([0-9a-f-]{36}) (\d+) ([0-9a-f]{64})\b/gm;

type Heads = ReadonlyMap<string, ChainHead>;

/** The result of recomputing the chain of one event. */
interface VerifiedChain {
  head: ChainHead | null;
  broken: Break | null;
  erased: number;
  isNotedKept: boolean | null;
}

export const audit: Command = {
  name: "audit",
  args: ["verify", "<event id>"],
  required: 1,
  options: { noted: "<file>", ...DATABASE_OPTION },
  summary: "recomputes the audit chains of all events, or of one event",
  details:
    "Prints the head of each chain, one line per event. --noted <file> also checks whether the heads in an earlier output " +
    "are still part of their chains. Fails if a chain is broken or a head is lost. --database selects another database " +
    "than the first. The ID of an event already selects the event's database.",
  async run(given, { open, print }) {
    const [, eventId = null] = given.args;
    if (eventId !== null && !UUID.test(eventId))
      throw given.wrong(`"${eventId}" is not an event ID, a UUID in lower case`);
    const noted = notedHeads(given.options.noted);
    const db = open(given.options.database ?? databaseOfShard(eventId === null ? 0 : shardOf(eventId)));
    const [rows] = await db.batch([listHeads(db, eventId)]);
    const heads = new Map(rows.map(({ eventId: id, ...head }) => [id, head]));
    const seen = new Set<string>();
    let failed = 0;
    for await (const [id, chain] of verifiedChains(db, eventId, heads, noted)) {
      seen.add(id);
      if (chain.broken !== null || chain.isNotedKept === false) failed += 1;
      print(`${id} ${chain.head?.sequence ?? 0} ${chain.head?.hash ?? "-"} ${describe(chain)}`);
    }
    const missing = [...noted.keys()].filter((id) => !seen.has(id)).length;
    const note = missing === 0 ? "" : ` ${missing} noted events no longer exist: an event is purged with its audit.`;
    const summary = `${seen.size} chains, ${failed} failed.${note}`;
    if (failed > 0) throw new CliError(summary);
    print(`\n${summary}`);
  },
};

/** Reads the heads in an earlier output. */
function notedHeads(path: string | undefined): Heads {
  if (path === undefined) return new Map();
  try {
    const found = readFileSync(path, "utf8").matchAll(LINE);
    return new Map([...found].map(([, id = "", sequence, hash = ""]) => [id, { sequence: Number(sequence), hash }]));
  } catch {
    throw new CliError(`--noted: cannot read ${path}.`);
  }
}

/** Recomputes the chains in the order of their events, then the heads without records. */
async function* verifiedChains(
  db: Database,
  eventId: string | null,
  heads: Heads,
  noted: Heads,
): AsyncGenerator<[eventId: string, VerifiedChain]> {
  const left = new Set(heads.keys());
  const startOf = (id: string) => ({ id, verifier: new ChainVerifier(heads.get(id) ?? null, [noted.get(id) ?? null]) });
  const finish = ({ id, verifier }: ReturnType<typeof startOf>): [string, VerifiedChain] => {
    left.delete(id);
    const { broken, erased, kept } = verifier.result();
    return [id, { head: heads.get(id) ?? null, broken, erased, isNotedKept: kept[0] ?? null }];
  };
  let current: ReturnType<typeof startOf> | null = null;
  for await (const record of records(db, eventId)) {
    if (current?.id !== record.eventId) {
      if (current) yield finish(current);
      current = startOf(record.eventId);
    }
    await current.verifier.take(record);
  }
  if (current) yield finish(current);
  for (const id of [...left]) yield finish(startOf(id));
}

async function* records(db: Database, eventId: string | null): AsyncGenerator<StoredRecord> {
  let after: ChainPosition | null = null;
  for (;;) {
    const [page]: [StoredRecord[]] = (await db.batch([listChains(db, eventId, after, PAGE_SIZE)])) as [StoredRecord[]];
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < PAGE_SIZE) return;
  }
}

function describe({ broken, erased, isNotedKept }: VerifiedChain): string {
  return [
    broken === null ? "intact" : `BROKEN at record ${broken.sequence}: ${broken.reason}`,
    ...(erased > 0 ? [`${erased} erased`] : []),
    ...(isNotedKept === null ? [] : [isNotedKept ? "noted head kept" : "NOTED HEAD LOST"]),
  ].join(", ");
}
