import net from "node:net";
import tls from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MimeMessage } from "./mime.ts";
import type { SmtpServer } from "./smtp-url.ts";

/** How long each step may take, in milliseconds. */
export interface SmtpTimeouts {
  /** DNS, TCP, TLS and the greeting together. */
  connectMs: number;
  /** Between a command and its answer. Generous: giving up after DATA leaves a mail in doubt. */
  replyMs: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, replyMs: 30_000 };

/** How long a server may take to answer QUIT; nothing depends on it. */
const QUIT_MS = 1_000;

/** A step is at most a few commands; a server that trickles its answers is not waited for longer than this × answerMs. */
const STEP_FACTOR = 3;

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
    // Connected here and not by the client, which resolves names by itself over node:dns: in a Worker that is DNS
    // over HTTPS, and knows neither localhost nor a neighbouring container.
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

  /** False once either side has ended it. */
  get usable(): boolean {
    return !this.#client.destroyed;
  }

  /** Whether the last word of the server was its go-ahead for the mail's content, so that the mail may have arrived. */
  get dataSent(): boolean {
    const answer = this.#client.lastServerResponse;
    return typeof answer === "string" && answer.startsWith("354");
  }

  /** One transaction with one recipient; resolves when the server has taken responsibility. */
  async deliver(from: string, to: string, message: MimeMessage): Promise<void> {
    const envelope = { from, to, size: message.bytes.byteLength };
    await this.#step((done) => this.#client.send(envelope, Buffer.from(message.bytes), done));
  }

  /** Back to a clean state after a refusal. */
  async reset(): Promise<void> {
    await this.#step((done) => this.#client.reset(done));
  }

  /** Says goodbye; resolves when the server has answered or after a second. */
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

  /** Drops the connection without ceremony. */
  drop(): void {
    this.#client.close();
  }

  /**
   * One exchange with the server. The client calls back for answers, but forgets most of its callbacks when the
   * connection ends, so that is listened for as well; and the whole step has a limit, because the client's own counts
   * from the last byte.
   */
  async #step(start: (done: (error?: Error | null) => void) => void): Promise<void> {
    const client = this.#client;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Its own error, with the server's last words, comes right behind the end.
    const ended = () => queueMicrotask(() => reject(new Error("connection closed")));
    const timer = setTimeout(() => {
      reject(new Error("no answer in time"));
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
  const timer = setTimeout(() => reject(new Error("no connection in time")), timeoutMs);
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
