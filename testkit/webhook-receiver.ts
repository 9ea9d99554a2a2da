import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { makeCertificate } from "../scripts/mail-catcher/certificate.ts";
import { type LocalServer, listen } from "./local-server.ts";

export interface ReceivedCall {
  headers: Record<string, string>;
  body: string;
  /** Epoch milliseconds. */
  at: number;
  /** Status of the response; 0 if there never is one. */
  status: number;
}

const HUGE_BYTES = 10 * 1_024 ** 3;

/** Behaviour of a path. The default is an immediate 204. */
export interface Behaviour {
  status?: number;
  delayMs?: number;
  /** Body of the response, whose status is 200 by default. */
  json?: object;
  /** Never responds. */
  hangs?: boolean;
  /** Redirects to this URL with the status 307. */
  redirectsTo?: string;
  /** Responds with a body that does not end. */
  isEndless?: boolean;
  /** Responds with a body whose declared and actual length is 10 GB. */
  isHuge?: boolean;
}

/** Base URL for the process that runs the receiver. */
export interface WebhookReceiver extends LocalServer {
  /** Base URL over TLS, with a certificate of an untrusted authority. */
  tlsUrl: string;
  calls(name: string): ReceivedCall[];
  behave(name: string, behaviour: Behaviour): void;
}

/**
 * Starts a receiver of webhooks. Every path is a separate receiver; `PUT /behaviour/{path}` sets its responses, and
 * `GET /calls/{path}` lists its calls.
 * @param port 0 for a free port
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
