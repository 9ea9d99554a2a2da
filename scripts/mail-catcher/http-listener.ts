import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, bodyOf, json, page, send } from "./answer.ts";
import type { CaughtMails } from "./caught-mails.ts";
import { type FaultPlan, parseFaults } from "./faults.ts";
import type { HostedMailDouble } from "./hosted-double.ts";
import { bytesOf, detailOf, summaryOf } from "./json.ts";
import type { Listener } from "./listener.ts";
import { listPage, mailDocument, mailPage } from "./pages.ts";
import { takeText } from "./sms-double.ts";
import type { SmtpOptions } from "./smtp-listener.ts";
import type { CaughtTexts } from "./texts.ts";

/** Longest a list request may wait for mails to arrive, in milliseconds. */
const WAIT_MAX_MS = 30_000;
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** The state that the pages and the API read and change. */
export interface CatcherState {
  mails: CaughtMails;
  texts: CaughtTexts;
  faults: FaultPlan;
  hosted: HostedMailDouble;
  /** Opens another SMTP port that stores into the same list of mails. */
  listen(options: SmtpOptions): Promise<Listener>;
}

/** Starts the page, the JSON API and the providers' doubles. @throws the listen error when the port is taken. */
export async function listenHttp(at: { host: string; port: number }, state: CatcherState): Promise<Listener> {
  const server = createServer((request, response) => {
    void answer(request, state)
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

async function answer(request: IncomingMessage, state: CatcherState): Promise<Answer | "drop" | null> {
  // Protects the reset links in mails from other websites (DNS rebinding).
  if (!LOOPBACK_HOST.test(request.headers.host ?? "")) return json({ error: "loopback only" }, 403);
  const url = new URL(request.url ?? "/", "http://catcher");
  const { mails, texts, faults, hosted } = state;
  const to = url.searchParams.get("to");
  switch (`${request.method} ${url.pathname}`) {
    case "GET /":
      return page(listPage(mails.list(to), mails.received, texts.list(to)));
    case "GET /api/mails":
      return json(await listed(mails, url.searchParams));
    case "DELETE /api/mails":
      mails.delete(to);
      return json({ deleted: true });
    case "GET /api/texts":
      return json({ items: texts.list(to) });
    case "DELETE /api/texts":
      texts.delete(to);
      return json({ deleted: true });
    case "POST /api/faults":
      faults.set(parseFaults(JSON.parse(await bodyOf(request))));
      return json({ items: faults.list() });
    case "DELETE /api/faults":
      faults.clear(url.searchParams.get("only_to"));
      return json({ items: faults.list() });
    case "GET /api/faults":
      return json({ items: faults.list() });
    case "POST /api/listeners":
      return json({ smtp_port: (await state.listen(JSON.parse(await bodyOf(request)))).port }, 201);
    case "POST /resend/emails":
      return hosted.sendEmail(request.headers, await bodyOf(request));
  }
  if (request.method === "GET") return oneMail(url.pathname, mails);
  if (request.method !== "POST" || !url.pathname.startsWith("/twilio/")) return null;
  return takeText(url.pathname.slice("/twilio".length), request.headers, await bodyOf(request), texts, faults);
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
