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
  answerMs: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, answerMs: 30_000 };

/** How long a server may take to answer QUIT; nothing depends on it. */
const QUIT_MS = 1_000;

/** One open SMTP session. Its methods reject with nodemailer's errors (`code`, `command`, `response`). */
export class SmtpConnection {
  readonly #client: SMTPConnection;

  private constructor(client: SMTPConnection) {
    this.#client = client;
  }

  /** Connects, upgrades to TLS where agreed, and authenticates (PLAIN, else LOGIN) when there are credentials. */
  static async open(server: SmtpServer, heloName: string, timeouts: SmtpTimeouts): Promise<SmtpConnection> {
    const deadline = Date.now() + timeouts.connectMs;
    // Connected here and not by the client, which resolves names by itself over node:dns: in a Worker that is DNS
    // over HTTPS, and knows neither localhost nor a neighbouring container.
    const connection = await connectTo(server, timeouts.connectMs);
    const client = new SMTPConnection({
      connection,
      host: server.host,
      port: server.port,
      name: heloName,
      secure: server.implicitTls,
      secured: server.implicitTls,
      requireTLS: server.requireTls,
      greetingTimeout: Math.max(deadline - Date.now(), 1),
      socketTimeout: timeouts.answerMs,
      socketCloseTimeout: QUIT_MS,
      maxResponseSize: 64 * 1024,
    });
    await settle((resolve, reject) => {
      // Stays for the life of the connection: an emitter without a listener throws, and every error also reaches
      // whoever waits for an answer.
      client.on("error", reject);
      client.connect((error) => (error ? reject(error) : resolve()));
    });
    const { credentials } = server;
    if (credentials !== null && client.allowsAuth) {
      await settle((resolve, reject) => {
        client.login({ ...credentials }, (error) => (error ? reject(error) : resolve()));
      }).catch((error: unknown) => {
        client.close();
        throw error;
      });
    }
    return new SmtpConnection(client);
  }

  /** False once either side has ended it. */
  get usable(): boolean {
    return !this.#client.destroyed;
  }

  /** Whether the last word of the server was its go-ahead for the mail's content, so that the mail may have arrived. */
  get handedOver(): boolean {
    const answer = this.#client.lastServerResponse;
    return typeof answer === "string" && answer.startsWith("354");
  }

  /** One transaction with one recipient; resolves when the server has taken responsibility. */
  async deliver(from: string, to: string, message: MimeMessage): Promise<void> {
    const envelope = { from, to, size: message.bytes.byteLength };
    await settle((resolve, reject) => {
      this.#client.send(envelope, Buffer.from(message.bytes), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Back to a clean state after a refusal. */
  async reset(): Promise<void> {
    await settle((resolve, reject) => this.#client.reset((error) => (error ? reject(error) : resolve())));
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
      this.#client.quit();
    });
    this.#client.close();
  }

  /** Drops the connection without ceremony. */
  drop(): void {
    this.#client.close();
  }
}

async function connectTo(server: SmtpServer, timeoutMs: number): Promise<net.Socket> {
  const { host, port } = server;
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  const socket = server.implicitTls ? tls.connect({ host, port, ...servername }) : net.connect({ host, port });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await settle((resolve, reject) => {
      timer = setTimeout(() => reject(new Error("no connection in time")), timeoutMs);
      socket.once(server.implicitTls ? "secureConnect" : "connect", resolve);
      socket.once("error", reject);
    });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function settle(start: (resolve: () => void, reject: (error: Error) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start(resolve, reject));
}
