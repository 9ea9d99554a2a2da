/**
 * A mail server for one's own machine: takes every mail, sends none, and shows them in a browser.
 *
 *     node scripts/mail-catcher.ts            SMTP_PORT (1025) and MAIL_PORT (8025) from the environment
 *
 * JSON: `GET /api/mails?to=&wait_ms=&at_least=` (newest first) · `GET /api/mails/{id}` ·
 * `GET /api/mails/{id}/attachments/{n}` · `DELETE /api/mails?to=` · `GET|POST|DELETE /api/faults` (see faults.ts).
 */
import { CaughtMails } from "./mail-catcher/caught-mails.ts";
import { FaultPlan } from "./mail-catcher/faults.ts";
import { listenHttp } from "./mail-catcher/http-listener.ts";
import { listenSmtp, type SmtpListenerOptions } from "./mail-catcher/smtp-listener.ts";

/** Mails kept in memory unless told otherwise. */
const KEEP = 500;

export interface MailCatcherOptions extends Omit<SmtpListenerOptions, "host" | "port"> {
  /** 0 (the default) for any free port. */
  smtpPort?: number;
  httpPort?: number;
  /** Loopback only: mails hold links that open accounts. */
  host?: "127.0.0.1" | "::1" | "localhost";
  keep?: number;
}

export interface MailCatcher {
  smtpPort: number;
  httpPort: number;
  /** For tests in the same process; others use the API. */
  mails: CaughtMails;
  faults: FaultPlan;
  stop(): Promise<void>;
}

/** Starts SMTP and HTTP listeners. @throws the listen error when a port is taken. */
export async function startMailCatcher(options: MailCatcherOptions = {}): Promise<MailCatcher> {
  const { smtpPort = 0, httpPort = 0, host = "127.0.0.1", keep = KEEP, ...protocol } = options;
  const mails = new CaughtMails(keep);
  const faults = new FaultPlan();
  const smtp = await listenSmtp({ ...protocol, host, port: smtpPort }, mails, faults);
  const http = await listenHttp({ host, port: httpPort }, mails, faults).catch(async (error: unknown) => {
    await smtp.stop();
    throw error;
  });
  return {
    smtpPort: smtp.port,
    httpPort: http.port,
    mails,
    faults,
    stop: async () => {
      await Promise.all([smtp.stop(), http.stop()]);
    },
  };
}

if (import.meta.main) {
  const catcher = await startMailCatcher({
    smtpPort: Number(process.env.SMTP_PORT ?? 1025),
    httpPort: Number(process.env.MAIL_PORT ?? 8025),
  });
  console.log(`mail catcher: smtp://127.0.0.1:${catcher.smtpPort}, mails at http://127.0.0.1:${catcher.httpPort}`);
  const stop = () => catcher.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}
