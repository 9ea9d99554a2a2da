/** @module-tag slow */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, expect, test, vi } from "vitest";
import { CliError } from "../../scripts/cli-error.ts";
import { connectWrangler } from "../../scripts/ops/connection.ts";

/** Timeout for seven runs of wrangler on a busy machine; an idle one takes a twentieth of it. */
const TIMEOUT_MS = 300_000;
const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "usher-ops-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** ops.unit.test.ts tests the commands. */
test("changes the database and KV of a local service with npm run ops, and logs it", {
  timeout: TIMEOUT_MS,
}, async () => {
  const { sql, kv } = connectWrangler({ "persist-to": folder }, ROOT);
  const empty = await ops("flag", "sms", "25");
  const migrateCommand = "npx wrangler d1 migrations apply DB --local";
  expect([empty.exitCode, empty.stderr]).toEqual([1, `The database has no tables yet: ${migrateCommand}\n`]);
  migrate();

  const done = await ops("flag", "sms", "25");
  expect([done.exitCode, done.stderr]).toEqual([0, ""]);
  expect(done.stdout).toMatch(/^sms +25 % /m);
  expect((await kv.list("fl")).map(({ name }) => name)).toEqual(["flags"]);

  // The statements of one call are one transaction.
  const entry = "insert into operator_log values (?, ?, ?, ?, ?, ?, ?)";
  const params = ["id", 1, "flag", "it's; -- ?", null, null, "ada"];
  const twice = [1, 2].map(() => ({ sql: entry, params }));
  await expect(sql("DB", twice)).rejects.toThrow(/wrangler d1 execute failed[\s\S]*UNIQUE/);
  const found = { sql: "select operator, target from operator_log order by at desc", params: [] };
  const [, stored] = await sql("DB", [...twice.slice(1), found]);
  expect(stored).toEqual([
    { operator: "Zoë O'Brien", target: "sms" },
    { operator: "ada", target: "it's; -- ?" },
  ]);
});

test("says in one line that --remote needs credentials", { timeout: TIMEOUT_MS }, async () => {
  const root = join(folder, "deployed");
  mkdirSync(root);
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  const config = {
    name: "usher",
    compatibility_date: "2026-01-01",
    d1_databases: [{ binding: "DB", database_name: "usher", database_id: crypto.randomUUID() }],
    kv_namespaces: [{ binding: "KV", id: "0".repeat(32) }],
  };
  writeFileSync(join(root, "wrangler.deploy.json"), JSON.stringify(config));
  // Neither a token nor the login of this machine's user.
  for (const name of ["HOME", "XDG_CONFIG_HOME"]) vi.stubEnv(name, root);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", undefined);
  const { sql, kv } = connectWrangler({ remote: true }, root);
  const complaint =
    "--remote: wrangler has no access to the account. Set CLOUDFLARE_API_TOKEN, or run npx wrangler login.";
  await expect(sql("DB", [{ sql: "select 1", params: [] }])).rejects.toThrow(new CliError(complaint));
  await expect(kv.list("fl")).rejects.toThrow(new CliError(complaint));
  vi.unstubAllEnvs();
});

/** Runs a command in a separate process, as `npm run ops` does. */
async function ops(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  try {
    const command = ["--js-base-64", "scripts/ops.ts", ...args, "--persist-to", folder];
    const options = { cwd: ROOT, env: { ...process.env, USHER_OPERATOR: "Zoë O'Brien" } };
    return { exitCode: 0, ...(await promisify(execFile)(process.execPath, command, options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, stdout, stderr };
  }
}

/** Migrates wrangler's database file directly, because wrangler's own migrations take seconds. */
function migrate(): void {
  const files = join(folder, "v3/d1/miniflare-D1DatabaseObject");
  const [file = ""] = readdirSync(files).filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"));
  const database = new DatabaseSync(join(files, file));
  const migrations = join(ROOT, "migrations");
  for (const name of readdirSync(migrations).sort()) database.exec(readFileSync(join(migrations, name), "utf8"));
  database.close();
}
