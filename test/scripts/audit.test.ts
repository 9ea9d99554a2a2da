import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runWrangler } from "../../scripts/ops/wrangler.ts";
import { type ChainHead, NO_HEAD, sealOf } from "../../src/features/audit/chain.ts";

/** Three runs of wrangler on a busy machine. */
const TIMEOUT_MS = 120_000;
const MIGRATIONS = new URL("../../migrations/", import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "usher-audit-"));
/** Ids of events in the first database. */
const [one, two] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"];
let database: DatabaseSync;

beforeAll(async () => {
  // wrangler makes the file that the command reads.
  const statement = ["d1", "execute", "DB", "--local", "--persist-to", folder, "--command", "select 1"];
  await runWrangler(statement, "");
  const files = join(folder, "v3/d1/miniflare-D1DatabaseObject");
  const [file = ""] = readdirSync(files).filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"));
  database = new DatabaseSync(join(files, file));
  for (const name of readdirSync(MIGRATIONS).sort()) database.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));
  database.exec("pragma foreign_keys = off");
  for (const eventId of [one, two]) await insertChain(eventId, 3);
}, TIMEOUT_MS);

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("npm run audit", { timeout: TIMEOUT_MS }, () => {
  /** @promise Plans, switches and records: `npm run audit` recomputes the chains, and finds a head that was noted before */
  test("prints every head, finds what was changed, and what lost its noted head", async () => {
    const intact = await audit();
    expect(intact.exitCode).toBe(0);
    expect(intact.stdout).toMatch(new RegExp(`^${one} 3 [0-9a-f]{64} intact$`, "m"));
    expect(intact.stdout).toContain("2 chains, 0 failed.");
    const noted = join(folder, "heads.txt");
    writeFileSync(noted, intact.stdout);

    database.prepare(`update audit_records set "after" = '{}' where event_id = ? and sequence = 2`).run(one);
    // The whole chain of the other event is computed again.
    database.prepare("delete from audit_records where event_id = ?").run(two);
    database.prepare("delete from audit_chains where event_id = ?").run(two);
    await insertChain(two, 4);
    const found = await audit("--noted", noted);
    expect(found.exitCode).toBe(1);
    expect(found.stdout).toContain("BROKEN at record 2: changed");
    expect(found.stdout).toMatch(new RegExp(`^${two} 4 [0-9a-f]{64} intact, NOTED HEAD LOST$`, "m"));
    expect(found.stdout).toContain("2 chains, 2 failed.");
  });

  test("says what it takes", async () => {
    expect((await audit("no-uuid")).stderr).toContain("An event's id is a UUID");
  });
});

async function insertChain(eventId: string, count: number): Promise<void> {
  let head: ChainHead = NO_HEAD;
  for (let sequence = 1; sequence <= count; sequence++) {
    const content = { target: null, before: null, after: JSON.stringify({ sequence }) };
    const record = {
      ...content,
      eventId,
      id: crypto.randomUUID(),
      sequence,
      actorId: crypto.randomUUID(),
      actorKeyId: null,
      actorKind: null,
      action: "a.b",
      at: sequence,
    };
    const { salt, contentDigest, hash } = await sealOf(head.hash, record, crypto.randomUUID());
    database
      .prepare(
        `insert into audit_records (event_id, id, actor_id, action, "after", at, sequence, salt, content_digest, hash)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(eventId, record.id, record.actorId, "a.b", content.after, sequence, sequence, salt, contentDigest, hash);
    head = { sequence, hash };
  }
  database.prepare("insert into audit_chains values (?, ?, ?, 1)").run(eventId, head.sequence, head.hash);
}

/** Runs `npm run audit -- verify` on the folder. */
async function audit(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  try {
    const command = ["scripts/audit.ts", "verify", ...args, "--persist-to", folder];
    return { exitCode: 0, ...(await promisify(execFile)(process.execPath, command)) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, stdout, stderr };
  }
}
