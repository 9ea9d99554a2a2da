/** @module-tag slow */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlatformApi } from "../../scripts/deploy/platform-api.ts";
import { pendingMigrations } from "../../scripts/deploy/resources.ts";
import { prepareLocal } from "../../scripts/dev/database.ts";
import { BASELINE_PATH, baselineDigest, isMigrated } from "../../scripts/migrations.ts";
import { ACCOUNT_ID, startPlatformDouble, TOKEN } from "../support/node/platform-double.ts";
import { copyProject } from "./usher-copy.ts";

const BASELINE = readFileSync(BASELINE_PATH, "utf8");
const CHANGED = BASELINE.replace("  venue TEXT,\n", "  venue TEXT,\n  dress_code TEXT,\n");
const DATABASES = ".wrangler/state/v3/d1/miniflare-D1DatabaseObject";

describe("prepareLocal", () => {
  const prepared = copyProject();
  const copies = [prepared];
  beforeAll(() => prepareLocal(prepared.root));
  afterAll(() => {
    for (const copy of copies) copy.remove();
  });

  /** Creates a project with a local database that was made from the baseline. */
  function preparedProject() {
    const copy = copyProject();
    copies.push(copy);
    cpSync(join(prepared.root, ".wrangler"), join(copy.root, ".wrangler"), { recursive: true });
    cpSync(join(prepared.root, ".dev.vars"), join(copy.root, ".dev.vars"));
    const writeBaseline = (text: string) => writeFileSync(join(copy.root, BASELINE_PATH), text);
    return { root: copy.root, writeBaseline, start: () => prepareLocal(copy.root) };
  }

  it("keeps the database if only a comment of the baseline changes", () => {
    const { root, writeBaseline } = preparedProject();
    writeBaseline(BASELINE.replace("-- Events and their settings", "-- Events"));
    expect(isMigrated(root)).toBe(true);
  });

  it("stops with the folder to delete if the database has another baseline", async () => {
    const { root, writeBaseline, start } = preparedProject();
    writeBaseline(CHANGED);
    await expect(start()).rejects.toThrow(
      "The local database was made from another version of migrations/0001_baseline.sql. Delete .wrangler/state and start again.",
    );
    const columns = onDatabase(root, (database) =>
      database.prepare("select name from pragma_table_info('events')").all(),
    );
    expect(columns).toContainEqual({ name: "venue" });
    expect(columns).not.toContainEqual({ name: "dress_code" });
  });

  it("stops if the database was made before there was a baseline", async () => {
    const { root, start } = preparedProject();
    onDatabase(root, (database) => database.exec("drop table schema_baseline"));
    rmSync(join(root, ".wrangler/state/v3/d1/applied-migrations"));
    await expect(start()).rejects.toThrow("Delete .wrangler/state and start again.");
  });

  it("applies a migration after the baseline, and keeps the rows", async () => {
    const { root, start } = preparedProject();
    onDatabase(root, (database) =>
      database.exec(`
        insert into users (id, email, email_key, name, password_hash, sessions_valid_from, created_at, updated_at)
          values ('u', 'Ada@example.com', 'ada@example.com', 'Ada', 'x', 0, 0, 0);
        insert into events (id, host_id, name, venue, event_date, created_at, updated_at)
          values ('e', 'u', 'Dinner', 'Hall', 1, 0, 0);
        insert into guests (event_id, id, name, name_key, created_at, updated_at) values ('e', 'g', 'Grace', 'grace', 0, 0)`),
    );
    writeFileSync(
      join(root, "migrations/0002_dress_code.sql"),
      `ALTER TABLE events ADD COLUMN dress_code TEXT;
       UPDATE events SET dress_code = 'formal' WHERE venue = 'Hall';
       CREATE TRIGGER events_dress_code AFTER UPDATE OF venue ON events
       BEGIN
         UPDATE events SET dress_code = NULL WHERE id = NEW.id;
       END;`,
    );
    expect(isMigrated(root)).toBe(false);
    await start();
    expect(isMigrated(root)).toBe(true);
    onDatabase(root, (database) => {
      expect(database.prepare("select name, venue, dress_code from events").all()).toEqual([
        { name: "Dinner", venue: "Hall", dress_code: "formal" },
      ]);
      expect(database.prepare("select name from guests").all()).toEqual([{ name: "Grace" }]);
    });
  });
});

describe("pendingMigrations", () => {
  let platform: Awaited<ReturnType<typeof startPlatformDouble>>;
  beforeAll(async () => {
    platform = await startPlatformDouble();
  });
  afterAll(() => platform.stop());

  async function deployedDatabase(name: string, ...statements: string[]) {
    const api = createPlatformApi({ accountId: ACCOUNT_ID, token: TOKEN, apiBase: platform.apiBase });
    const { uuid } = await api.post<{ uuid: string }>("/d1/database", { name });
    for (const sql of statements) await api.post(`/d1/database/${uuid}/query`, { sql });
    return { pending: () => pendingMigrations(api, { id: uuid, name }, ".", "migrations") };
  }
  const migrated = "create table d1_migrations (name text); insert into d1_migrations values ('0001_baseline.sql')";
  const outdated = /^\w+ was made from another version of migrations\/0001_baseline\.sql\. Its tables are unchanged\./;

  it("returns the baseline for an empty database", async () => {
    expect(await (await deployedDatabase("empty")).pending()).toEqual(["0001_baseline.sql"]);
  });

  it("returns nothing for a database with the baseline", async () => {
    const record = `create table schema_baseline (digest text); insert into schema_baseline values ('${baselineDigest(".")}')`;
    expect(await (await deployedDatabase("current", migrated, record)).pending()).toEqual([]);
  });

  it("stops the deployment if the database has another baseline, or none", async () => {
    const another = "create table schema_baseline (digest text); insert into schema_baseline values ('0')";
    const database = await deployedDatabase("another", migrated, another);
    await expect(database.pending()).rejects.toThrow(outdated);
    const earlier = "create table d1_migrations (name text); insert into d1_migrations values ('0001_accounts.sql')";
    await expect((await deployedDatabase("earlier", earlier)).pending()).rejects.toThrow(outdated);
  });
});

/** Runs `work` on the local database's file, while no program has it open. */
function onDatabase<Result>(root: string, work: (database: DatabaseSync) => Result): Result {
  const folder = join(root, DATABASES);
  const [file = ""] = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const database = new DatabaseSync(join(folder, file));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
