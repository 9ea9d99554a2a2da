/**
 * A mail server for development: accepts every email, delivers none, and shows them in a browser. Also a test double of
 * the hosted email API (RESEND_API_BASE=http://…/resend) and the SMS provider (TWILIO_API_BASE=http://…/twilio).
 *
 *     node scripts/mail-catcher.ts            SMTP_PORT (1025) and MAIL_PORT (8025) from the environment
 *
 * JSON: `GET /api/mails?to=&wait_ms=&at_least=` (newest first) · `GET /api/mails/{id}` ·
 * `GET /api/mails/{id}/attachments/{n}` · `DELETE /api/mails?to=` · `GET|DELETE /api/texts?to=` ·
 * `GET|POST|DELETE /api/faults` (faults.ts) · `POST /api/listeners` (smtp-listener.ts) → `{smtp_port}`.
 */
import { type CaughtMail, CaughtMails, CaughtTexts } from "./mail-catcher/caught.ts";
import { FaultPlan } from "./mail-catcher/faults.ts";
import { listenHttp } from "./mail-catcher/http-listener.ts";
import { HostedMailDouble } from "./mail-catcher/providers.ts";
import { type Listener, listenSmtp, type SmtpOptions } from "./mail-catcher/smtp-listener.ts";

/** Default number of emails in memory. */
const KEEP = 500;

export interface MailCatcherOptions {
  /** 0 (the default) for any free port. */
  smtpPort?: number;
  httpPort?: number;
  /** Maximum number of emails; the oldest are discarded. */
  keep?: number;
  /** Called with each email. */
  onMail?: (mail: CaughtMail) => void;
}

export interface MailCatcher {
  smtpPort: number;
  httpPort: number;
  stop(): Promise<void>;
}

/**
 * Starts the SMTP and HTTP listeners, on the loopback only: emails contain links that grant access to accounts.
 * @throws the listen error if a port is taken
 */
export async function startMailCatcher(options: MailCatcherOptions = {}): Promise<MailCatcher> {
  const { smtpPort = 0, httpPort = 0, keep = KEEP } = options;
  const mails = new CaughtMails(keep, options.onMail);
  const faults = new FaultPlan();
  const listeners: Listener[] = [];
  const stop = async () => {
    await Promise.all(listeners.map((listener) => listener.stop()));
  };
  const listen = async (smtp: SmtpOptions, port = 0) => {
    const listener = await listenSmtp(port, smtp, mails, faults);
    listeners.push(listener);
    return listener;
  };
  try {
    const smtp = await listen({}, smtpPort);
    const state = { mails, texts: new CaughtTexts(keep), faults, hosted: new HostedMailDouble(mails, faults), listen };
    const http = await listenHttp(httpPort, state);
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
  console.log(`mail catcher: smtp://127.0.0.1:${catcher.smtpPort}, emails at http://127.0.0.1:${catcher.httpPort}`);
  const stop = () => catcher.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}
