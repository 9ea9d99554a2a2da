import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_splitSqlQuery as splitSql, unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { type MailCatcher, startMailCatcher } from "../../../scripts/mail-catcher.ts";
import { type EngineProcess, startEngine } from "../engine-process.ts";
import { freePort } from "./free-port.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Bundling, on a machine that others use too. */
const BUNDLED_WITHIN_MS = 120_000;

/** A whole service on free ports of this machine: Worker, database, engine and mail server, all of them real. */
export interface RunningService {
  /** What links begin with. */
  url: string;
  mailsUrl: string;
  engine: EngineProcess;
  /** The Worker's own database, for what no route can bring about, such as a paid tier. */
  sql(statement: string, ...values: (string | number | null)[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Builds the Worker as a deployment does and runs it on workerd, with an empty database. What changes in the source
 * later is not picked up. The caller stops it.
 * @param further variables beside those that every Worker needs
 */
export async function startService(further: Record<string, string> = {}): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), "usher-service-"));
  const [bundle, engine, mails, port] = await Promise.all([
    bundleWorker(folder),
    startEngine(),
    startMailCatcher(),
    freePort(),
  ]);
  const url = `http://127.0.0.1:${port}`;
  // The bundle is one module: how wrangler would have read others does not matter.
  const { modulesRules: _, ...options } = workerOptionsOf(join(ROOT, "wrangler.toml")).workerOptions;
  const worker = {
    ...options,
    name: "usher",
    bindings: { ...variables(url, engine, mails), ...further },
    modules: true,
    scriptPath: bundle,
    modulesRoot: folder,
  };
  const miniflare = new Miniflare(
    // The Worker writes a line a request; a test that fails says more.
    convertV4MiniflareOptions({ host: "127.0.0.1", port, workers: [worker], handleStructuredLogs: () => undefined }),
  );
  await miniflare.ready;
  const db = await miniflare.getD1Database("DB");
  for (const file of (await readdir(join(ROOT, "migrations"))).filter((name) => name.endsWith(".sql")).sort()) {
    const statements = splitSql(await readFile(join(ROOT, "migrations", file), "utf8"));
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
  return {
    url,
    mailsUrl: `http://127.0.0.1:${mails.httpPort}`,
    engine,
    async sql(statement, ...values) {
      await db
        .prepare(statement)
        .bind(...values)
        .run();
    },
    async stop() {
      await miniflare.dispose();
      await Promise.all([engine.stop(), mails.stop(), rm(folder, { recursive: true, force: true })]);
    },
  };
}

/**
 * Builds the Worker as a deployment does.
 * @param entry another entry than the Worker's own
 * @returns the path of the one file that it is
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

function variables(url: string, engine: EngineProcess, mails: MailCatcher): Record<string, string> {
  return {
    PUBLIC_URL: url,
    PLATFORM_SECRET: "a platform secret that only the tests know",
    SCORING_ENGINE_URL: engine.grpcWebUrl,
    SCORING_ENGINE_SECRET: engine.secret,
    SMTP_URL: `smtp://usher:usher@127.0.0.1:${mails.smtpPort}`,
    EMAIL_FROM: "Usher <invitations@usher.example>",
    CORS_ORIGINS: "",
    PASSWORD_HASH_COST: "test",
  };
}
