import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { CaughtMails } from "./caught-mails.ts";
import type { FaultPlan } from "./faults.ts";

/** The SMTP side: what it offers and asks for. */
export interface SmtpListenerOptions {
  host: string;
  port: number;
  /** PEM certificate and key; `starttls` offers the upgrade, `implicit` speaks TLS from the first byte. */
  tls?: { mode: "starttls" | "implicit"; cert: string; key: string };
  /** SASL mechanisms offered; PLAIN and LOGIN by default. */
  authMethods?: ("PLAIN" | "LOGIN")[];
  /** When given, these credentials are required; otherwise AUTH is optional and any are right. */
  credentials?: { user: string; pass: string };
}

/** Starts the SMTP server. @returns the bound port and a way to stop. */
export async function listenSmtp(
  options: SmtpListenerOptions,
  mails: CaughtMails,
  faults: FaultPlan,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    ...protocolOptions(options),
    onAuth(auth, _session, answer) {
      const { credentials } = options;
      const right = !credentials || (auth.username === credentials.user && auth.password === credentials.pass);
      if (right) answer(null, { user: auth.method });
      else answer(smtpError(535, "5.7.8 wrong user or password"));
    },
    onRcptTo(address, _session, answer) {
      const fault = faults.atRecipient(address.address);
      answer(fault === null ? null : smtpError(fault.code, fault.text));
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        keep(Buffer.concat(chunks), session).then(answer, (error: unknown) => answer(smtpError(451, String(error))));
      });
    },
  });
  async function keep(raw: Buffer, session: SMTPServerSession): Promise<null> {
    const to = session.envelope.rcptTo.map((recipient) => recipient.address);
    const { delayMs, drop } = faults.atData(to);
    if (delayMs > 0) await sleep(delayMs);
    if (drop !== "data") {
      const from = session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address;
      const auth = typeof session.user === "string" ? session.user : null;
      await mails.add(raw, { from, to, auth, tls: session.secure });
    }
    if (drop === null) return null;
    for (const connection of server.connections) {
      if (connection.session.id === session.id) connection._socket.destroy();
    }
    return new Promise(() => {});
  }
  // Clients that go away in the middle are daily business, and often what a test is about.
  server.on("error", () => {});
  const listening = once(server.server, "listening");
  server.listen(options.port, options.host);
  await listening;
  const { port } = server.server.address() as AddressInfo;
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

function protocolOptions(options: SmtpListenerOptions): SMTPServerOptions {
  const { tls, credentials } = options;
  return {
    name: "mail-catcher.test",
    banner: "nothing leaves this machine",
    secure: tls?.mode === "implicit",
    ...(tls === undefined ? { disabledCommands: ["STARTTLS"] } : { cert: tls.cert, key: tls.key }),
    authMethods: options.authMethods ?? ["PLAIN", "LOGIN"],
    authOptional: credentials === undefined,
    allowInsecureAuth: tls === undefined,
    disableReverseLookup: true,
    size: 25 * 1024 * 1024,
    closeTimeout: 200,
    logger: false,
  };
}

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
