/**
 * Prints a badge when a guest is checked in: a receiver of Usher's webhooks, without anything else than Node and its client.
 *
 *     USHER_WEBHOOK_SECRET=whsec_… PRINTER="lp -d badges" node badge-printer.ts
 *
 * Add an endpoint with the address of this program and the type `check_in.recorded` (POST /webhook-endpoints), and take the
 * secret from the response. Without PRINTER, badges are written to standard output.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { verifyWebhook, type WebhookEvent } from "@usher/client";

const { USHER_WEBHOOK_SECRET: secret, PORT = "4000", PRINTER: printer } = process.env;
if (!secret) throw new Error("USHER_WEBHOOK_SECRET is the secret of the webhook endpoint");

/** IDs whose badges are printed. A webhook can be delivered twice, with the same ID. */
const printed = new Set<string>();
/** Ids that are remembered: more than come between two tries of one webhook at a busy door. */
const REMEMBERED = 10_000;
/** A webhook has some hundred bytes. */
const MAX_BYTES = 64 * 1_024;

const server = createServer(async (request, response) => {
  const answer = (status: number): void => void response.writeHead(status).end();
  if (request.method !== "POST" || Number(request.headers["content-length"] ?? 0) > MAX_BYTES) return answer(400);
  let event: WebhookEvent;
  try {
    event = await verifyWebhook(secret, request.headers, await text(request));
  } catch {
    // Not from Usher, or an old delivery that another person sends again.
    return answer(400);
  }
  try {
    await handle(event, idOf(request));
    answer(204);
  } catch (error) {
    // Usher tries again: the printer may have paper by then.
    console.error(error);
    answer(500);
  }
});

server.listen(Number(PORT), () => console.error(`listening on ${JSON.stringify(server.address())}`));

async function handle(event: WebhookEvent, id: string): Promise<void> {
  if (event.type !== "check_in.recorded" || printed.has(id)) return;
  const { guest, arrival_count: party, walk_in: isWalkIn } = event.data;
  await print(badgeOf(guest.name, party, isWalkIn));
  // Only now: a badge that was not printed is to be printed when the webhook comes again.
  printed.add(id);
  const [oldest] = printed;
  if (printed.size > REMEMBERED && oldest !== undefined) printed.delete(oldest);
}

/** A badge of 32 columns. */
function badgeOf(name: string, party: number, isWalkIn: boolean): string {
  const lines = [name, party === 1 ? "" : `party of ${party}`, isWalkIn ? "walk-in" : ""].filter(Boolean);
  const edge = `+${"-".repeat(30)}+`;
  return [edge, ...lines.map((line) => `| ${line.slice(0, 28).padEnd(28)} |`), edge, ""].join("\n");
}

async function print(badge: string): Promise<void> {
  if (!printer) return void process.stdout.write(badge);
  const [command = "", ...parameters] = printer.split(" ");
  const job = spawn(command, parameters, { stdio: ["pipe", "ignore", "inherit"] });
  job.stdin.end(badge);
  const [code] = await once(job, "close");
  if (code !== 0) throw new Error(`the printer ended with ${code}`);
}

function idOf({ headers }: IncomingMessage): string {
  const id = headers["webhook-id"];
  return typeof id === "string" ? id : "";
}
