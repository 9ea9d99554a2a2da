import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { freePort } from "../../testkit/free-port.ts";

const ITEMS = 5_000;

/** The bare Worker, in a separate workerd process. */
export interface Bare {
  url: string;
  /** The path of the n-th item, modulo the number of items. */
  itemPath(n: number): string;
  stop(): Promise<void>;
}

/** Starts the bare Worker with as many items as an event has guests, with the service's workerd version and dates. */
export async function startBare(folder: string): Promise<Bare> {
  const scriptPath = `${folder}/bare.js`;
  await build({
    entryPoints: [fileURLToPath(new URL("bare-worker.ts", import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    outfile: scriptPath,
  });
  const service = workerOptionsOf(fileURLToPath(new URL("../../wrangler.toml", import.meta.url))).workerOptions;
  const port = await freePort();
  const worker = {
    name: "bare",
    modules: true,
    scriptPath,
    modulesRoot: folder,
    compatibilityDate: String(service.compatibilityDate),
    compatibilityFlags: [],
    d1Databases: { DB: "bare" },
    // Locally, assets add another Worker in front of this one, as for the service.
    assets: service.assets as NonNullable<V4WorkerOptions["assets"]>,
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ host: "127.0.0.1", port, workers: [worker], handleStructuredLogs: () => undefined }),
  );
  await miniflare.ready;
  const db = await miniflare.getD1Database("DB");
  await db.batch([
    db.prepare("create table items (id text primary key, name text not null) without rowid"),
    db.prepare("create table notes (id text primary key, item_id text not null, text text not null) without rowid"),
    db
      .prepare(
        `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
         insert into items select printf('01890000-0000-7000-8000-%012x', i), 'Item ' || i from n`,
      )
      .bind(ITEMS),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    itemPath: (n) => `/items/01890000-0000-7000-8000-${((n % ITEMS) + 1).toString(16).padStart(12, "0")}`,
    stop: () => miniflare.dispose(),
  };
}
