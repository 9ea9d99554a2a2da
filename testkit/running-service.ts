import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMailCatcher } from "../scripts/mail-catcher.ts";
import { bundleWorker, runBuilt, workerVariables } from "./built-worker.ts";
import { type EngineProcess, startEngine } from "./engine-process.ts";
import { freePort } from "./free-port.ts";

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
  const variables = {
    ...workerVariables(url),
    SCORING_ENGINE_URL: engine.grpcWebUrl,
    SCORING_ENGINE_SECRET: engine.secret,
    SMTP_URL: `smtp://usher:usher@127.0.0.1:${mails.smtpPort}`,
    ...further,
  };
  const { db, stop } = await runBuilt({ bundle, port, variables });
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
      await stop();
      await Promise.all([engine.stop(), mails.stop(), rm(folder, { recursive: true, force: true })]);
    },
  };
}
