import { startMailCatcher } from "../scripts/mail-catcher.ts";
import { type BuiltEdge, runBuilt, workerVariables } from "./built-worker.ts";
import { type EngineProcess, startEngine } from "./engine-process.ts";
import { freePort } from "./free-port.ts";
import { promptMails } from "./prompt-mails.ts";
import { sharedBundle, sharedEdgeBundle } from "./shared-bundle.ts";

/** A complete service on free local ports: Worker, database, engine and mail server, without mocks. */
export interface RunningService {
  /** Base URL of links. */
  url: string;
  mailsUrl: string;
  /** Runs SQL on the Worker's database, for state that no route can create, such as a paid tier. */
  sql(statement: string, ...values: (string | number | null)[]): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Host name that browsers use, because passkeys do not work with an IP address. */
  host?: "127.0.0.1" | "localhost";
  /** A folder in which the platform records logs and traces, readable once the service has stopped. */
  tracesIn?: string;
  /** Requests reach the edge Worker, which forwards them. `bundle` replaces the bundle of src/edge/worker.ts. */
  edge?: Omit<BuiltEdge, "bundle"> & { bundle?: string };
  /** Number of databases. */
  shards?: number;
  /** Bundle that replaces the one of src/worker.ts. */
  bundle?: string;
}

/** A service that this process has started. */
export interface StartedService extends RunningService {
  engine: EngineProcess;
  /** Reads rows of the database. */
  rows<Row>(statement: string, ...values: (string | number | null)[]): Promise<Row[]>;
}

/** More than all tests of a shared service send, so that no test evicts an email that another waits for. */
const MAX_MAILS = 20_000;

/**
 * Runs the Worker, built like a deployment, on workerd with an empty database. Later changes of the source have no effect.
 * The caller stops it.
 * @param further variables in addition to those that every Worker needs
 */
export async function startService(
  further: Record<string, string> = {},
  { host = "127.0.0.1", tracesIn, edge, shards = 1, bundle: ownBundle }: ServiceOptions = {},
): Promise<StartedService> {
  const [bundle, engine, mails, port] = await Promise.all([
    ownBundle ?? sharedBundle(),
    startEngine(),
    startMailCatcher({ keep: MAX_MAILS }),
    freePort(),
  ]);
  const url = `http://${host}:${port}`;
  const variables = {
    ...workerVariables(url),
    SCORING_ENGINE_URL: engine.grpcWebUrl,
    SCORING_ENGINE_SECRET: engine.secret,
    SMTP_URL: `smtp://usher:usher@127.0.0.1:${mails.smtpPort}`,
    // The mail catcher receives text messages too.
    TWILIO_ACCOUNT_SID: "ACtest",
    TWILIO_AUTH_TOKEN: "token",
    TWILIO_FROM: "+15005550006",
    TWILIO_API_BASE: `http://127.0.0.1:${mails.httpPort}/twilio`,
    ...further,
  };
  const traces = tracesIn === undefined ? {} : { storage: tracesIn, traced: true };
  const front = edge === undefined ? {} : { edge: { ...edge, bundle: edge.bundle ?? (await sharedEdgeBundle()) } };
  const queueConsumers = promptMails();
  const { db, stop } = await runBuilt({ bundle, port, variables, queueConsumers, shards, ...traces, ...front });
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
    async rows<Row>(statement: string, ...values: (string | number | null)[]) {
      const { results } = await db
        .prepare(statement)
        .bind(...values)
        .all<Row>();
      return results;
    },
    async stop() {
      await stop();
      await Promise.all([engine.stop(), mails.stop()]);
    },
  };
}
