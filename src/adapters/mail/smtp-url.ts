import { isLoopback } from "../../kernel/loopback.ts";

/** Address and credentials of an SMTP server. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`, RFC 8314), else STARTTLS when offered. */
  implicitTls: boolean;
  /** Fails if the server does not offer STARTTLS. */
  requireTls: boolean;
  credentials: { user: string; pass: string } | null;
}

/**
 * Reads `smtp://user:pass@host:port` or `smtps://…`. Ports default to 587 and 465 (RFC 6409, 8314). User and password
 * are percent-decoded. With credentials, STARTTLS is required unless the host is loopback, so that an attacker in
 * between cannot strip it and read the password.
 * @throws Error that names SMTP_URL, without the URL, because the URL contains a password
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "smtp:" && url.protocol !== "smtps:") || url.hostname === "") {
    throw new Error("SMTP_URL must be smtp://[user:password@]host[:port] or smtps://…");
  }
  const implicitTls = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  const credentials = user === "" ? null : { user, pass: decodeURIComponent(url.password) };
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: url.port === "" ? (implicitTls ? 465 : 587) : Number(url.port),
    implicitTls,
    requireTls: !implicitTls && credentials !== null && !isLoopback(host),
    credentials,
  };
}
