import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const CODE_BYTES = 24;
const VALID_FOR_MS = 10 * 60_000;
const PATH = "/sign-in/";
/** Browsers take secure cookies without TLS from these alone. */
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

export interface SignInLinkOptions {
  /** Where the Worker listens on this machine. */
  workerUrl: string;
  /** Where the browser finds it. */
  publicUrl: string;
  account: { email: string; password: string };
  /** Called with the next link, when one was used or was too old. */
  onNext(url: string): void;
}

/** Links that open the console in a browser, signed in. */
export interface SignInLinks {
  /** The first one. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves links that sign a browser in to the console, for the development of this machine alone. A link has a random code
 * that works once and for 10 minutes, and neither a password nor a token. Whoever opens it gets the session cookie of a
 * sign-in by the public API: cookies belong to a host name whatever the port, so this server may pass the Worker's on.
 * @returns null when the service is not opened by a local name: another host's cookie cannot be set from here
 */
export async function startSignInLinks(options: SignInLinkOptions): Promise<SignInLinks | null> {
  const { workerUrl, publicUrl, account, onNext } = options;
  const { hostname, protocol } = new URL(publicUrl);
  if (!LOOPBACK.test(hostname) || protocol !== "http:") return null;
  let valid = { code: "", until: 0 };
  const server = createServer((request, response) => {
    response.setHeader("Cache-Control", "no-store");
    const { pathname } = new URL(request.url ?? "/", "http://sign-in.invalid");
    if (request.method !== "GET" || !pathname.startsWith(PATH)) return say(response, 404, "There's nothing here.");
    const isCurrent = pathname.slice(PATH.length) === valid.code;
    const isValid = isCurrent && Date.now() < valid.until;
    if (isCurrent) onNext(next());
    if (!isValid) return say(response, 410, "This link was used, or is too old. The terminal has another one.");
    void signIn(workerUrl, account)
      .then((cookies) => {
        response.setHeader("Set-Cookie", cookies);
        response.writeHead(302, { Location: `${publicUrl}/app` }).end();
      })
      .catch((error: Error) => say(response, 502, error.message));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  function next(): string {
    valid = { code: randomBytes(CODE_BYTES).toString("base64url"), until: Date.now() + VALID_FOR_MS };
    return `http://${hostname}:${port}${PATH}${valid.code}`;
  }

  return {
    url: next(),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Signs in by the public API, as the console does. @returns the `Set-Cookie` headers @throws Error with the refusal */
async function signIn(workerUrl: string, account: SignInLinkOptions["account"]): Promise<string[]> {
  const response = await fetch(`${workerUrl}/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Usher-Session": "cookie" },
    body: JSON.stringify(account),
  });
  if (response.status !== 204) throw new Error(`The demo's host could not be signed in: ${await response.text()}`);
  return response.headers.getSetCookie();
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}
