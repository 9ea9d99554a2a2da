import net from "node:net";
import tls from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailOutcome } from "./mail.ts";
import { type MimeMessage, sanitizeReply } from "./mime.ts";
import type { SmtpServer } from "./smtp-url.ts";

/** Timeouts per step, in milliseconds. */
export interface SmtpTimeouts {
  /** DNS, TCP, TLS and the greeting together. */
  connectMs: number;
  /** Time between a command and its reply. Long, because a timeout after DATA leaves the email in doubt. */
  replyMs: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, replyMs: 30_000 };

/** Longest wait for the reply to QUIT; nothing depends on it. */
const QUIT_MS = 1_000;

/** A step is a few commands; a server that sends its replies byte by byte gets this × replyMs. */
const STEP_FACTOR = 3;

/** The fields of a nodemailer error. */
export interface SmtpFailure extends Error {
  code?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

/** RFC 5321 §4.2.3: the email is larger than the server accepts. */
const TOO_LARGE = 552;

/** One open SMTP session. Its methods reject with nodemailer's errors (`code`, `command`, `response`). */
export class SmtpConnection {
  readonly #client: SMTPConnection;
  readonly #timeouts: SmtpTimeouts;

  private constructor(client: SMTPConnection, timeouts: SmtpTimeouts) {
    this.#client = client;
    this.#timeouts = timeouts;
  }

  /** Connects, upgrades to TLS where agreed, and authenticates (PLAIN, else LOGIN) when there are credentials. */
  static async open(server: SmtpServer, heloName: string, timeouts: SmtpTimeouts): Promise<SmtpConnection> {
    const deadline = Date.now() + timeouts.connectMs;
    // Not connected by nodemailer, which resolves names over node:dns: in a Worker that is DNS over HTTPS, which knows
    // neither localhost nor a neighbouring container.
    const socket = await connectTo(server, timeouts.connectMs);
    const client = new SMTPConnection({
      connection: socket,
      host: server.host,
      port: server.port,
      name: heloName,
      secure: server.implicitTls,
      secured: server.implicitTls,
      requireTLS: server.requireTls,
      greetingTimeout: Math.max(deadline - Date.now(), 1),
      socketTimeout: timeouts.replyMs,
      socketCloseTimeout: QUIT_MS,
      maxResponseSize: 64 * 1024,
    });
    // An emitter without a listener throws, and a connection may fail between two steps.
    client.on("error", () => {});
    const connection = new SmtpConnection(client, timeouts);
    await connection.#step((done) => client.connect(done));
    const { credentials } = server;
    if (credentials !== null && client.allowsAuth) {
      await connection
        .#step((done) => client.login({ ...credentials }, done))
        .catch((error: unknown) => {
          client.close();
          throw error;
        });
    }
    return connection;
  }

  /** False once either side has closed it. */
  get usable(): boolean {
    return !this.#client.destroyed;
  }

  /** Whether the last reply was 354, the go-ahead for the content: then the email may have arrived. */
  get dataSent(): boolean {
    const answer = this.#client.lastServerResponse;
    return typeof answer === "string" && answer.startsWith("354");
  }

  /** Runs one transaction with one recipient. Resolves when the server has accepted the email. */
  async deliver(from: string, to: string, message: MimeMessage): Promise<void> {
    const envelope = { from, to, size: message.bytes.byteLength };
    await this.#step((done) => this.#client.send(envelope, Buffer.from(message.bytes), done));
  }

  /** RSET, after a refusal. */
  async reset(): Promise<void> {
    await this.#step((done) => this.#client.reset(done));
  }

  /** QUIT; resolves when the server has replied or after a second. */
  async quit(): Promise<void> {
    if (this.#client.destroyed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, QUIT_MS);
      this.#client.once("end", () => {
        clearTimeout(timer);
        resolve();
      });
      this.#client.once("error", resolve);
      this.#client.quit();
    });
    this.#client.close();
  }

  /** Closes the connection without QUIT. */
  drop(): void {
    this.#client.close();
  }

  /**
   * Runs one exchange with the server. Listens for `end` as well, because nodemailer drops most of its callbacks when
   * the connection ends. The step has its own timeout, because nodemailer's counts from the last byte.
   */
  async #step(start: (done: (error?: Error | null) => void) => void): Promise<void> {
    const client = this.#client;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Nodemailer's own error, with the server's last reply, comes right after `end`.
    const ended = () => queueMicrotask(() => reject(new Error("connection closed")));
    const timer = setTimeout(() => {
      reject(new Error("timeout"));
      client.close();
    }, STEP_FACTOR * this.#timeouts.replyMs);
    client.on("error", reject).once("end", ended);
    try {
      start((error) => (error ? reject(error) : resolve()));
      await promise;
    } finally {
      clearTimeout(timer);
      client.off("error", reject).off("end", ended);
    }
  }
}

async function connectTo(server: SmtpServer, timeoutMs: number): Promise<net.Socket> {
  const { host, port } = server;
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  const socket = server.implicitTls ? tls.connect({ host, port, ...servername }) : net.connect({ host, port });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error("connection timeout")), timeoutMs);
  socket.once(server.implicitTls ? "secureConnect" : "connect", resolve);
  socket.once("error", reject);
  try {
    await promise;
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the outcome of a failed SMTP transaction. 5yz is final if the reply is about this email or its recipient
 * (RCPT TO, DATA). An earlier 5yz is about us (greeting, AUTH, sender), and an operator can fix it while the queue
 * retries. 4yz and broken connections are retried (RFC 5321 §4.2.1).
 * @param dataSent whether the whole email was sent and the server did not reply
 */
export function outcomeOf(failure: SmtpFailure, dataSent: boolean): MailOutcome {
  const reason = sanitizeReply(failure.response ?? failure.message);
  const status = failure.responseCode ?? 0;
  const aboutThisMail = failure.command === "RCPT TO" || failure.command === "DATA" || status === TOO_LARGE;
  if (status >= 500 && aboutThisMail) return { status: "refused", reason };
  // The client's own checks: an address it cannot put on the wire, an email above the announced SIZE.
  if (status === 0 && (failure.code === "EENVELOPE" || failure.code === "EMESSAGE")) {
    return { status: "refused", reason };
  }
  return dataSent && status === 0 ? { status: "retry", reason, inDoubt: true } : { status: "retry", reason };
}
