import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { CaughtMails } from "./caught-mails.ts";
import { localCertificate } from "./certificate.ts";
import type { FaultPlan } from "./faults.ts";
import type { Listener } from "./listener.ts";

/** Options of an SMTP listener. snake_case because this is also the JSON of the API. */
export interface SmtpOptions {
  /** `starttls` offers the upgrade, `implicit` uses TLS from the first byte; absent: no encryption. */
  tls?: "starttls" | "implicit";
  /** SASL mechanisms offered; PLAIN and LOGIN by default. */
  auth_methods?: ("PLAIN" | "LOGIN")[];
  /** When set, these credentials are required; otherwise AUTH is optional and accepts any credentials. */
  credentials?: { user: string; pass: string };
  /** No reply to AUTH, or close the connection instead of a reply. */
  at_auth?: "hang" | "drop";
}

/** Starts an SMTP server. @throws the listen error when the port is taken. */
export async function listenSmtp(
  at: { host: string; port: number },
  options: SmtpOptions,
  mails: CaughtMails,
  faults: FaultPlan,
): Promise<Listener> {
  const server = new SMTPServer({
    ...(await protocolOptions(options)),
    onAuth(auth, session, answer) {
      if (options.at_auth === "drop") drop(session);
      if (options.at_auth !== undefined) return;
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
    const { delayMs, drop: fault } = faults.atContent(to);
    if (delayMs > 0) await sleep(delayMs);
    if (fault !== "data") {
      const from = session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address;
      const auth = typeof session.user === "string" ? session.user : null;
      await mails.add(raw, { from, to, auth, tls: session.secure, via: "smtp" });
    }
    if (fault === null) return null;
    drop(session);
    return new Promise(() => {});
  }
  function drop(session: SMTPServerSession): void {
    for (const connection of server.connections) {
      if (connection.session.id === session.id) connection._socket.destroy();
    }
  }
  // Clients that disconnect during a session are expected; some tests do it on purpose.
  server.on("error", () => {});
  const listening = once(server.server, "listening");
  server.listen(at.port, at.host);
  await listening;
  const { port } = server.server.address() as AddressInfo;
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function protocolOptions({ tls, credentials, auth_methods }: SmtpOptions): Promise<SMTPServerOptions> {
  return {
    name: "mail-catcher.test",
    banner: "nothing leaves this machine",
    secure: tls === "implicit",
    ...(tls === undefined ? { disabledCommands: ["STARTTLS"] } : await keyPair()),
    authMethods: auth_methods ?? ["PLAIN", "LOGIN"],
    authOptional: credentials === undefined,
    allowInsecureAuth: tls === undefined,
    disableReverseLookup: true,
    size: 25 * 1024 * 1024,
    closeTimeout: 200,
    logger: false,
  };
}

async function keyPair(): Promise<Pick<SMTPServerOptions, "cert" | "key">> {
  const { cert, key } = await localCertificate();
  return { cert, key };
}

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
