import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_splitSqlQuery as splitSql, unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Long enough to bundle on a busy machine. */
const BUNDLED_WITHIN_MS = 120_000;

/**
 * Builds the Worker like a deployment.
 * @param entry replaces the Worker's entry point
 * @param config its configuration
 * @returns the path of the bundle, a single file
 */
export async function bundleWorker(
  folder: string,
  entry = "src/worker.ts",
  config = "wrangler.toml",
  options: readonly string[] = [],
): Promise<string> {
  await promisify(execFile)(
    process.execPath,
    [
      "node_modules/wrangler/bin/wrangler.js",
      "deploy",
      entry,
      "--dry-run",
      "--outdir",
      folder,
      "--config",
      config,
      ...options,
    ],
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

/** The edge Worker in front of a built Worker, and additional Workers in other regions. */
export interface BuiltEdge {
  /** The path of its bundle; see `sharedEdgeBundle`. */
  bundle: string;
  /** Additional variables: `REGIONS`, which the data Workers get as well. */
  variables?: Record<string, string>;
  /** Names of regions with a separate Worker `usher-<name>`, which the edge Worker binds as the service `DATA_<NAME>`. */
  regions?: readonly string[];
  /** Source code of other Workers that services are bound to. */
  services?: Record<string, string>;
}

/**
 * Runs a built Worker on workerd, with its databases migrated.
 * @param built `storage`: a folder for persistent storage; without it, storage is deleted on stop. `traced`: the platform
 *   records logs and traces there, in `observability`. `shards`: number of databases for events. `edge`: requests reach the edge
 *   Worker, which forwards them
 */
export async function runBuilt(built: {
  bundle: string;
  port: number;
  variables: Record<string, string>;
  storage?: string;
  traced?: boolean;
  queueConsumers?: Record<string, object>;
  shards?: number;
  edge?: BuiltEdge;
}) {
  const { bundle, port, variables, storage, traced = false, queueConsumers, shards = 1, edge } = built;
  // The bundle is a single module, so wrangler's module rules are not needed.
  const { modulesRules: _, ...options } = workerOptionsOf(join(ROOT, "wrangler.toml")).workerOptions;
  const further = Array.from({ length: shards - 1 }, (_, index) => [`DB_${index + 1}`, `usher-${index + 1}`]);
  const worker: V4WorkerOptions = {
    ...options,
    ...moduleOf(bundle),
    name: "usher",
    bindings: { ...variables, ...edge?.variables },
    ...(further.length === 0
      ? {}
      : { d1Databases: Object.assign({}, options.d1Databases, Object.fromEntries(further)) }),
    ...(queueConsumers === undefined
      ? {}
      : { queueConsumers: Object.assign({}, options.queueConsumers, queueConsumers) }),
  };
  const workers = edge === undefined ? [worker] : [...edgeWorkers(edge, worker, variables), worker];
  const miniflare = new Miniflare({
    // Suppresses the request log.
    ...convertV4MiniflareOptions({ host: "127.0.0.1", port, workers, handleStructuredLogs: () => undefined }),
    ...(storage === undefined ? {} : { resourcePersistencePath: storage }),
    unsafeObservability: traced,
  });
  await miniflare.ready;
  const db = await miniflare.getD1Database("DB", "usher");
  await migrate(db);
  for (const [binding = ""] of further) await migrate(await miniflare.getD1Database(binding, "usher"));
  return { db, stop: () => miniflare.dispose() };
}

/** The edge Worker, which gets all requests because it is the first, and the data Workers of other regions. */
function edgeWorkers(
  { bundle, variables, regions = [], services = {} }: BuiltEdge,
  data: V4WorkerOptions,
  { PUBLIC_URL = "", PLATFORM_SECRET = "", CORS_ORIGINS = "" }: Record<string, string>,
): V4WorkerOptions[] {
  const { modulesRules: _, ...options } = workerOptionsOf(join(ROOT, "wrangler.edge.toml")).workerOptions;
  const names = regions.map((region) => [`DATA_${region.toUpperCase()}`, `usher-${region}`] as const);
  const others = Object.keys(services).map((binding) => [binding, `other-${binding.toLowerCase()}`] as const);
  const edge = {
    ...options,
    ...moduleOf(bundle),
    name: "usher-edge",
    bindings: { PUBLIC_URL, PLATFORM_SECRET, CORS_ORIGINS, ...variables },
    serviceBindings: { DATA: "usher", ...Object.fromEntries([...names, ...others]) },
  };
  // Durable Objects and queues belong to the first Worker: an object is near its first caller, wherever its class is deployed.
  const objects = Object.entries(data.durableObjects ?? {}).map(([binding, object]) => [
    binding,
    { ...(typeof object === "string" ? { className: object } : object), scriptName: "usher" },
  ]);
  const { queueConsumers: __, ...rest } = data;
  return [
    edge,
    ...names.map(([, name]) => ({ ...rest, name, durableObjects: Object.fromEntries(objects) })),
    ...others.map(([binding, name]) => ({ name, modules: true, script: services[binding] ?? "" })),
  ];
}

function moduleOf(bundle: string) {
  return { modules: true, scriptPath: bundle, modulesRoot: dirname(bundle) } as const;
}

async function migrate(db: Awaited<ReturnType<Miniflare["getD1Database"]>>): Promise<void> {
  const { results } = await db.prepare("select 1 from sqlite_master where name = 'users'").all();
  if (results.length > 0) return;
  for (const file of (await readdir(join(ROOT, "migrations"))).filter((name) => name.endsWith(".sql")).sort()) {
    const statements = splitSql(await readFile(join(ROOT, "migrations", file), "utf8"));
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
}
