import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { listen } from "../../testkit/local-server.ts";

const CODE_BYTES = 24;
const VALID_FOR_MS = 10 * 60_000;
const PATH = "/sign-in/";
/** Browsers accept secure cookies without TLS only from these hosts. */
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

export interface SignInLinkOptions {
  /** The address of the Worker on this machine. */
  workerUrl: string;
  /** The address of the Worker for browsers. */
  publicUrl: string;
  account: { email: string; password: string };
  /** Called with the next link after a link was used or has expired. */
  onNext(url: string): void;
}

/** Links that open the console in a browser, signed in. */
export interface SignInLinks {
  /** The first link. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves links that sign a browser in to the console, for local development only. A link has a random code that works once and
 * for 10 minutes, but no password or token. The browser gets the session cookie of a sign-in through the public API: a cookie
 * belongs to a host name regardless of the port, so this server can set the Worker's cookie.
 * @returns null if browsers do not open the service by a local name, because this server cannot set another host's cookie
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
    if (!isValid) return say(response, 410, "This link was used or has expired. The terminal has another one.");
    void signIn(workerUrl, account)
      .then((cookies) => {
        response.setHeader("Set-Cookie", cookies);
        response.writeHead(302, { Location: `${publicUrl}/app` }).end();
      })
      .catch((error: Error) => say(response, 502, error.message));
  });
  const { url, stop } = await listen(server);

  function next(): string {
    valid = { code: randomBytes(CODE_BYTES).toString("base64url"), until: Date.now() + VALID_FOR_MS };
    return `http://${hostname}:${new URL(url).port}${PATH}${valid.code}`;
  }

  return { url: next(), stop };
}

/** Signs in through the public API, like the console. @returns the `Set-Cookie` headers @throws Error with the response */
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
