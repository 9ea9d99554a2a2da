import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../../testkit/local-server.ts";
import { type Answer, json } from "./answer.ts";
import { bytesOf, type CaughtMails, type CaughtTexts, detailOf, summaryOf } from "./caught.ts";
import { type FaultPlan, FaultSet } from "./faults.ts";
import { listPage, mailDocument, mailPage } from "./pages.ts";
import { type HostedMailDouble, sendText } from "./providers.ts";
import type { Listener, SmtpOptions } from "./smtp-listener.ts";

/** Maximum time for which a list request waits for emails. */
const WAIT_MAX_MS = 30_000;
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1)(:\d+)?$/;

/** The state that the pages and the API read and change. */
export interface CatcherState {
  mails: CaughtMails;
  texts: CaughtTexts;
  faults: FaultPlan;
  hosted: HostedMailDouble;
  /** Opens another SMTP port that stores its emails in the same list. */
  listen(options: SmtpOptions): Promise<Listener>;
}

/** Starts the pages, the JSON API and the doubles of the providers. @throws the listen error if the port is taken */
export async function listenHttp(port: number, state: CatcherState): Promise<Listener> {
  const server = createServer((request, response) => {
    void answer(request, state)
      .catch((error: unknown) => json({ error: String(error) }, 400))
      .then((found) => send(response, found ?? json({ error: "not found" }, 404)));
  });
  const { url, stop } = await listen(server, port);
  return { port: Number(new URL(url).port), stop };
}

/** @returns `"drop"` to close the connection without a response, null if there is nothing at the path */
async function answer(request: IncomingMessage, state: CatcherState): Promise<Answer | "drop" | null> {
  // Protects the reset links in emails from other websites (DNS rebinding).
  if (!LOOPBACK_HOST.test(request.headers.host ?? "")) return json({ error: "loopback only" }, 403);
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://catcher");
  const { mails, texts, faults, hosted } = state;
  const to = searchParams.get("to");
  switch (`${request.method} ${pathname}`) {
    case "GET /":
      return page(listPage(mails.list(to), mails.received, texts.list(to)));
    case "GET /api/mails":
      return json(await listed(mails, searchParams));
    case "DELETE /api/mails":
      mails.delete(to);
      return json({ deleted: true });
    case "GET /api/texts":
      return json({ items: texts.list(to) });
    case "DELETE /api/texts":
      texts.delete(to);
      return json({ deleted: true });
    case "POST /api/faults":
      faults.set(FaultSet.parse(JSON.parse(await text(request))));
      return json({ items: faults.list() });
    case "DELETE /api/faults":
      faults.clear(searchParams.get("only_to"));
      return json({ items: faults.list() });
    case "GET /api/faults":
      return json({ items: faults.list() });
    case "POST /api/listeners":
      return json({ smtp_port: (await state.listen(JSON.parse(await text(request)))).port }, 201);
    case "POST /resend/emails":
      return hosted.sendEmail(request.headers, await text(request));
  }
  if (request.method === "GET") return oneMail(pathname, mails);
  if (request.method !== "POST" || !pathname.startsWith("/twilio/")) return null;
  return sendText(pathname, request.headers, await text(request), texts, faults);
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

function send(response: ServerResponse, answer: Answer | "drop"): void {
  if (answer === "drop") {
    response.destroy();
    return;
  }
  response.writeHead(answer.status ?? 200, {
    "content-type": answer.type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...answer.headers,
  });
  response.end(answer.body);
}
