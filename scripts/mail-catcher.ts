/**
 * A mail server for development: accepts every mail, delivers none, and shows them in a browser. Also a test double of
 * the hosted mail API (RESEND_API_BASE=http://…/resend) and the SMS provider (TWILIO_API_BASE=http://…/twilio).
 *
 *     node scripts/mail-catcher.ts            SMTP_PORT (1025) and MAIL_PORT (8025) from the environment
 *
 * JSON: `GET /api/mails?to=&wait_ms=&at_least=` (newest first) · `GET /api/mails/{id}` ·
 * `GET /api/mails/{id}/attachments/{n}` · `DELETE /api/mails?to=` · the same for `/api/texts` ·
 * `GET|POST|DELETE /api/faults` (faults.ts) · `POST /api/listeners` (smtp-listener.ts) → `{smtp_port}`.
 */
import { type CaughtMail, CaughtMails } from "./mail-catcher/caught-mails.ts";
import { FaultPlan } from "./mail-catcher/faults.ts";
import { HostedMailDouble } from "./mail-catcher/hosted-double.ts";
import { listenHttp } from "./mail-catcher/http-listener.ts";
import type { Listener } from "./mail-catcher/listener.ts";
import { listenSmtp, type SmtpOptions } from "./mail-catcher/smtp-listener.ts";
import { CaughtTexts } from "./mail-catcher/texts.ts";

/** Default number of mails in memory. */
const KEEP = 500;

export interface MailCatcherOptions {
  /** 0 (the default) for any free port. */
  smtpPort?: number;
  httpPort?: number;
  /** Loopback only: mails contain links that grant access to accounts. */
  host?: "127.0.0.1" | "::1" | "localhost";
  /** How many mails to keep; the oldest are discarded. */
  keep?: number;
  /** Called with each mail. */
  onMail?: (mail: CaughtMail) => void;
}

export interface MailCatcher {
  smtpPort: number;
  httpPort: number;
  stop(): Promise<void>;
}

/** Starts the SMTP and HTTP listeners. @throws the listen error when a port is taken. */
export async function startMailCatcher(options: MailCatcherOptions = {}): Promise<MailCatcher> {
  const { smtpPort = 0, httpPort = 0, host = "127.0.0.1", keep = KEEP } = options;
  const mails = new CaughtMails(keep, options.onMail);
  const faults = new FaultPlan();
  const listeners: Listener[] = [];
  const stop = async () => {
    await Promise.all(listeners.map((listener) => listener.stop()));
  };
  const listen = async (smtp: SmtpOptions, port = 0) => {
    const listener = await listenSmtp({ host, port }, smtp, mails, faults);
    listeners.push(listener);
    return listener;
  };
  try {
    const smtp = await listen({}, smtpPort);
    const state = { mails, texts: new CaughtTexts(keep), faults, hosted: new HostedMailDouble(mails, faults), listen };
    const http = await listenHttp({ host, port: httpPort }, state);
    listeners.push(http);
    return { smtpPort: smtp.port, httpPort: http.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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
