import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { makeCertificate } from "../scripts/mail-catcher/certificate.ts";
import { type LocalServer, listen } from "./local-server.ts";

/** A call as the receiver got it. */
export interface ReceivedCall {
  headers: Record<string, string>;
  body: string;
  /** Epoch milliseconds. */
  at: number;
  /** What it was answered; 0 where it never is. */
  status: number;
}

const HUGE_BYTES = 10 * 1_024 ** 3;

/** How a path answers. The default is 204 at once. */
export interface Behaviour {
  status?: number;
  delayMs?: number;
  /** The body of the answer, whose status is 200 by default. */
  json?: object;
  /** Never answers. */
  hangs?: boolean;
  /** Redirects there, with the status 307. */
  redirectsTo?: string;
  /** Answers with a body that does not end. */
  isEndless?: boolean;
  /** Answers with a body that says to be 10 GB, and is. */
  isHuge?: boolean;
}

/** The same for the process that runs it. */
export interface WebhookReceiver extends LocalServer {
  /** The same over TLS, with a certificate by an authority that nobody trusts. */
  tlsUrl: string;
  calls(name: string): ReceivedCall[];
  behave(name: string, behaviour: Behaviour): void;
}

/**
 * A receiver of webhooks. Every path is a receiver of its own; `PUT /behaviour/{path}` sets how it answers, `GET /calls/{path}`
 * lists what it got.
 * @param port 0: a free one
 */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const calls = new Map<string, ReceivedCall[]>();
  const behaviours = new Map<string, Behaviour>();
  const answerCall: RequestListener = async (request, response) => {
    const path = new URL(request.url ?? "/", "http://receiver.invalid").pathname;
    const [, verb = "", name = ""] = /^\/(calls|behaviour)\/(.+)$/.exec(path) ?? [];
    if (verb === "calls") return void response.end(JSON.stringify(calls.get(`/${name}`) ?? []));
    const body = await text(request);
    if (verb === "behaviour") {
      behaviours.set(`/${name}`, JSON.parse(body) as Behaviour);
      return void response.end();
    }
    const behaviour = behaviours.get(path) ?? {};
    const status = behaviour.redirectsTo === undefined ? (behaviour.status ?? (behaviour.json ? 200 : 204)) : 307;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
    const received = calls.get(path) ?? [];
    calls.set(path, received);
    received.push({ headers, body, at: Date.now(), status: behaviour.hangs ? 0 : status });
    if (behaviour.hangs) return;
    await pause(behaviour.delayMs ?? 0);
    answer(response, status, behaviour);
  };
  const { cert, key } = await makeCertificate();
  const plain = await listen(createServer(answerCall), port);
  const tls = await listen(createTlsServer({ cert, key }, answerCall));
  return {
    url: plain.url,
    tlsUrl: tls.url.replace(/^http:/, "https:"),
    stop: async () => void (await Promise.all([plain.stop(), tls.stop()])),
    calls: (name) => calls.get(`/${name}`) ?? [],
    behave: (name, behaviour) => void behaviours.set(`/${name}`, behaviour),
  };
}

function answer(response: ServerResponse, status: number, { redirectsTo, isEndless, isHuge, json }: Behaviour): void {
  const location = redirectsTo === undefined ? {} : { Location: redirectsTo };
  response.writeHead(status, { ...location, ...(isHuge ? { "Content-Length": String(HUGE_BYTES) } : {}) });
  if (!isEndless && !isHuge) return void response.end(json && JSON.stringify(json));
  const chunk = Buffer.alloc(64 * 1_024);
  const write = (): void => {
    if (response.destroyed) return;
    if (response.write(chunk)) setImmediate(write);
    else response.once("drain", write);
  };
  write();
}
