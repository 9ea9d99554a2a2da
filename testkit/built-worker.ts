import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_splitSqlQuery as splitSql, unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Long enough to bundle on a busy machine. */
const BUNDLED_WITHIN_MS = 120_000;

/**
 * Builds the Worker like a deployment.
 * @param entry another entry point than the Worker's own
 * @returns the path of the bundle, a single file
 */
export async function bundleWorker(folder: string, entry = "src/worker.ts"): Promise<string> {
  await promisify(execFile)(
    process.execPath,
    ["node_modules/wrangler/bin/wrangler.js", "deploy", entry, "--dry-run", "--outdir", folder],
    {
      cwd: ROOT,
      timeout: BUNDLED_WITHIN_MS,
      env: {
        ...process.env,
        PATH: `${ROOT}node_modules/.bin:${process.env.PATH}`,
        WRANGLER_SEND_METRICS: "false",
        WRANGLER_HIDE_BANNER: "true",
        WRANGLER_LOG_PATH: join(folder, "logs"),
      },
    },
  );
  return join(folder, `${basename(entry, ".ts")}.js`);
}

/** The required variables of a Worker. Nothing listens at the engine's address, so accesses stay unscored. */
export function workerVariables(url: string): Record<string, string> {
  return {
    PUBLIC_URL: url,
    PLATFORM_SECRET: "a platform secret that only the tests know",
    SCORING_ENGINE_URL: "http://127.0.0.1:9",
    SCORING_ENGINE_SECRET: "an-engine-secret-that-only-the-tests-know",
    EMAIL_FROM: "Usher <invitations@usher.example>",
    CORS_ORIGINS: "",
    PASSWORD_HASH_COST: "test",
  };
}

/**
 * Runs a built Worker on workerd, with its database migrated.
 * @param built `storage`: a folder for persistent storage; without it, storage is deleted on stop. `traced`: the platform
 *   records logs and traces there, in `observability`
 */
export async function runBuilt(built: {
  bundle: string;
  port: number;
  variables: Record<string, string>;
  storage?: string;
  traced?: boolean;
  queueConsumers?: Record<string, object>;
}) {
  const { bundle, port, variables, storage, traced = false, queueConsumers } = built;
  // The bundle is a single module, so wrangler's module rules are not needed.
  const { modulesRules: _, ...options } = workerOptionsOf(join(ROOT, "wrangler.toml")).workerOptions;
  const worker = {
    ...options,
    name: "usher",
    bindings: variables,
    ...(queueConsumers === undefined
      ? {}
      : { queueConsumers: Object.assign({}, options.queueConsumers, queueConsumers) }),
    modules: true,
    scriptPath: bundle,
    modulesRoot: dirname(bundle),
  };
  const miniflare = new Miniflare({
    // Suppresses the request log.
    ...convertV4MiniflareOptions({ host: "127.0.0.1", port, workers: [worker], handleStructuredLogs: () => undefined }),
    ...(storage === undefined ? {} : { resourcePersistencePath: storage }),
    unsafeObservability: traced,
  });
  await miniflare.ready;
  const db = await miniflare.getD1Database("DB");
  const { results } = await db.prepare("select 1 from sqlite_master where name = 'users'").all();
  if (results.length === 0) {
    for (const file of (await readdir(join(ROOT, "migrations"))).filter((name) => name.endsWith(".sql")).sort()) {
      const statements = splitSql(await readFile(join(ROOT, "migrations", file), "utf8"));
      await db.batch(statements.map((statement) => db.prepare(statement)));
    }
  }
  return { db, stop: () => miniflare.dispose() };
}
