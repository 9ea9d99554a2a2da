/**
 * The Worker as a program that can be killed: built beforehand, with its storage in a folder that the next start finds.
 * Answers statements for its database over the channel to whoever started it.
 *
 *     node bench/faults/worker-program.ts <bundle> <storage folder> <port> <variables as JSON>
 */
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_splitSqlQuery as splitSql, unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";

/** A statement for the Worker's database, or word that the Worker answers. */
export interface Asked {
  number: number;
  sql: string;
  values: (string | number | null)[];
}
export type Told = { ready: true } | { number: number; rows: Record<string, unknown>[] };

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const [bundle = "", folder = "", port = "", variables = "{}"] = process.argv.slice(2);

// The bundle is one module: how wrangler would have read others does not matter.
const { modulesRules: _, ...options } = workerOptionsOf(join(ROOT, "wrangler.toml")).workerOptions;
const worker = {
  ...options,
  name: "usher",
  bindings: JSON.parse(variables),
  modules: true,
  scriptPath: bundle,
  modulesRoot: dirname(bundle),
};
const miniflare = new Miniflare({
  // The Worker tells of every message that comes again; whoever broke it knows.
  ...convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: Number(port),
    workers: [worker],
    handleStructuredLogs: () => undefined,
  }),
  resourcePersistencePath: folder,
});
await miniflare.ready;
const db = await miniflare.getD1Database("DB");
await applyMigrations();

process.on("message", async ({ number, sql, values }: Asked) => {
  const { results } = await db
    .prepare(sql)
    .bind(...values)
    .all();
  tell({ number, rows: results });
});
process.on("disconnect", () => process.exit(0));
tell({ ready: true });

function tell(told: Told): void {
  process.send?.(told);
}

async function applyMigrations(): Promise<void> {
  const { results } = await db.prepare("select 1 from sqlite_master where name = 'users'").all();
  if (results.length > 0) return;
  for (const file of (await readdir(join(ROOT, "migrations"))).filter((name) => name.endsWith(".sql")).sort()) {
    const statements = splitSql(await readFile(join(ROOT, "migrations", file), "utf8"));
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
}
