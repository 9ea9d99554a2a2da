import { startMailCatcher } from "../scripts/mail-catcher.ts";
import { runBuilt, workerVariables } from "./built-worker.ts";
import { type EngineProcess, startEngine } from "./engine-process.ts";
import { freePort } from "./free-port.ts";
import { promptMails } from "./prompt-mails.ts";
import { sharedBundle } from "./shared-bundle.ts";

/** A complete service on free local ports: Worker, database, engine and mail server, without mocks. */
export interface RunningService {
  /** Base URL of links. */
  url: string;
  mailsUrl: string;
  /** Runs SQL on the Worker's database, for state that no route can create, such as a paid tier. */
  sql(statement: string, ...values: (string | number | null)[]): Promise<void>;
  stop(): Promise<void>;
}

/** A service that this process has started. */
export interface StartedService extends RunningService {
  engine: EngineProcess;
}

/** More than the tests that share a service send together, so that no test evicts a mail that another waits for. */
const MAX_MAILS = 20_000;

/**
 * Runs the Worker, built like a deployment, on workerd with an empty database. Later changes of the source have no effect.
 * The caller stops it.
 * @param further variables in addition to those that every Worker needs
 * @param place `host`: by which browsers reach it, as passkeys need a name and no address; `tracesIn`: a folder in which the
 *   platform records logs and traces, readable once the service has stopped
 */
export async function startService(
  further: Record<string, string> = {},
  { host = "127.0.0.1", tracesIn }: { host?: "127.0.0.1" | "localhost"; tracesIn?: string } = {},
): Promise<StartedService> {
  const [bundle, engine, mails, port] = await Promise.all([
    sharedBundle(),
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
    // The mail catcher takes texts, too.
    TWILIO_ACCOUNT_SID: "ACtest",
    TWILIO_AUTH_TOKEN: "token",
    TWILIO_FROM: "+15005550006",
    TWILIO_API_BASE: `http://127.0.0.1:${mails.httpPort}/twilio`,
    ...further,
  };
  const traces = tracesIn === undefined ? {} : { storage: tracesIn, traced: true };
  const { db, stop } = await runBuilt({ bundle, port, variables, queueConsumers: promptMails(), ...traces });
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
      await Promise.all([engine.stop(), mails.stop()]);
    },
  };
}
