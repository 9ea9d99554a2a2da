import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CaughtMails } from "./caught-mails.ts";
import { type FaultPlan, parseFaults } from "./faults.ts";
import { bytesOf, detailOf, summaryOf } from "./json.ts";
import { listPage, mailDocument, mailPage } from "./pages.ts";

/** Longest a list request may wait for mails to arrive, in milliseconds. */
const WAIT_MAX_MS = 30_000;
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

interface Answer {
  status?: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
}

/** Starts the page and the JSON API. @returns the bound port and a way to stop. */
export async function listenHttp(
  at: { host: string; port: number },
  mails: CaughtMails,
  faults: FaultPlan,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void answer(request, mails, faults)
      .catch((error: unknown) => json({ error: String(error) }, 400))
      .then((found) => send(response, found ?? json({ error: "not found" }, 404)));
  });
  server.listen(at.port, at.host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, stop };
}

async function answer(request: IncomingMessage, mails: CaughtMails, faults: FaultPlan): Promise<Answer | null> {
  // Mails hold reset links: no other website may read them through a rebound name.
  if (!LOOPBACK_HOST.test(request.headers.host ?? "")) return json({ error: "loopback only" }, 403);
  const url = new URL(request.url ?? "/", "http://catcher");
  const route = `${request.method} ${url.pathname}`;
  const to = url.searchParams.get("to");
  if (route === "GET /") return page(listPage(mails.list(to), mails.received));
  if (route === "GET /api/mails") return json(await listed(mails, url.searchParams));
  if (route === "DELETE /api/mails") {
    mails.delete(to);
    return json({ deleted: true });
  }
  if (route === "GET /api/faults") return json({ items: faults.list() });
  if (route === "POST /api/faults") {
    faults.set(parseFaults(JSON.parse(await bodyOf(request))));
    return json({ items: faults.list() });
  }
  if (route === "DELETE /api/faults") {
    faults.clear(url.searchParams.get("only_to"));
    return json({ items: faults.list() });
  }
  return request.method === "GET" ? oneMail(url.pathname, mails) : null;
}

async function listed(mails: CaughtMails, query: URLSearchParams) {
  const waitMs = Math.min(Number(query.get("wait_ms") ?? 0), WAIT_MAX_MS);
  const found = await mails.waitFor(query.get("to"), Number(query.get("at_least") ?? 1), waitMs);
  return { items: found.map(summaryOf), received: mails.received };
}

function oneMail(path: string, mails: CaughtMails): Answer | null {
  const [, api, id = "", part, index] = /^(\/api)?\/mails\/([0-9a-f-]{36})(?:\/(\w+)(?:\/(\d+))?)?$/.exec(path) ?? [];
  const mail = mails.get(id);
  if (mail === undefined) return null;
  if (part === undefined) return api ? json(detailOf(mail)) : page(mailPage(mail));
  if (part === "source") return { type: "text/plain; charset=utf-8", body: mail.raw };
  if (part === "html") return mailDocument(mail);
  const file = part === "attachments" ? mail.parsed.attachments[Number(index)] : undefined;
  if (file === undefined) return null;
  return { type: file.mimeType, body: bytesOf(file), headers: { "content-security-policy": "sandbox" } };
}

function page(body: string): Answer {
  return { type: "text/html; charset=utf-8", body };
}

function json(value: unknown, status = 200): Answer {
  return { status, type: "application/json", body: JSON.stringify(value) };
}

function send(response: ServerResponse, { status = 200, type, body, headers }: Answer): void {
  response.writeHead(status, {
    "content-type": type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
