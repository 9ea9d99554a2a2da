import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { CaughtMails } from "./caught.ts";
import { localCertificate } from "./certificate.ts";
import type { FaultPlan } from "./faults.ts";

/** A server on a local port. */
export interface Listener {
  port: number;
  stop(): Promise<void>;
}

/** Options of an SMTP listener. snake_case, because this is also the JSON of the API. */
export interface SmtpOptions {
  /** `starttls` offers the upgrade; `implicit` uses TLS from the first byte. No encryption by default. */
  tls?: "starttls" | "implicit";
  /** Offered SASL mechanisms; PLAIN and LOGIN by default. */
  auth_methods?: ("PLAIN" | "LOGIN")[];
  /** Required credentials. Without them, AUTH is optional and accepts any credentials. */
  credentials?: { user: string; pass: string };
  /** `hang` sends no reply to AUTH; `drop` closes the connection. */
  at_auth?: "hang" | "drop";
}

/** Starts an SMTP server. @throws the listen error if the port is taken */
export async function listenSmtp(
  port: number,
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
      buffer(stream)
        .then((raw) => store(raw, session))
        .then(answer, (error: unknown) => answer(smtpError(451, String(error))));
    },
  });
  async function store(raw: Buffer, session: SMTPServerSession): Promise<null> {
    const to = session.envelope.rcptTo.map((recipient) => recipient.address);
    const fault = await faults.atContent(to);
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
  server.listen(port, "127.0.0.1");
  await listening;
  const { port: bound } = server.server.address() as AddressInfo;
  return { port: bound, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function protocolOptions({ tls, credentials, auth_methods }: SmtpOptions): Promise<SMTPServerOptions> {
  const { cert, key } = await localCertificate();
  return {
    name: "mail-catcher.test",
    banner: "nothing leaves this machine",
    secure: tls === "implicit",
    ...(tls === undefined ? { disabledCommands: ["STARTTLS"] } : { cert, key }),
    authMethods: auth_methods ?? ["PLAIN", "LOGIN"],
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
