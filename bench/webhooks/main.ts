/**
 * Measures the cost of webhooks: puts guests on the list of one event with five endpoints, checks all of them in, and counts the calls of the
 * database and the queue messages that delivering it took. Compares what each endpoint got with the activities: all of them, in
 * the order of their numbers, without a gap, each once. Exits with 1 otherwise, or when it cost too much.
 *
 *     npm run bench -- webhooks            GUESTS (5000: 10,000 activities) from the environment, at most 5000
 */
import { setTimeout as pause } from "node:timers/promises";
import { startWebhookReceiver } from "../../testkit/webhook-receiver.ts";
import { type Host, MAX_GUESTS, makeHost, send, sendUntilAnswered } from "../faults/host.ts";
import { inFolder, type KillableWorker, prepareWorker, startWorker } from "../faults/killable-worker.ts";
import type { WebhookCosts } from "./costs.ts";

const GUESTS = Math.min(MAX_GUESTS, Number(process.env.GUESTS ?? MAX_GUESTS));
const ENDPOINTS = Array.from({ length: 5 }, (_, index) => `endpoint-${index + 1}`);
/** Guests who arrive at the same time. */
const DOORS = 4;
const DAY_MS = 86_400_000;
const DELIVERED_WITHIN_MS = 900_000;
/** Highest cost of an activity per endpoint. */
const LIMITS = { d1Calls: 3, messages: 2 };

const receiver = await startWebhookReceiver();
try {
  await inFolder("webhooks", run);
} finally {
  await receiver.stop();
}

async function run(folder: string): Promise<boolean> {
  const setup = await prepareWorker(folder, { WEBHOOKS_TO_LOOPBACK: "true" }, "bench/webhooks/counting-worker.ts");
  const worker = await startWorker(setup);
  const host = await makeHost(worker);
  const event = { name: "Gala", event_date: new Date(Date.now() + DAY_MS).toISOString() };
  const { id: eventId } = JSON.parse(await sendUntilAnswered(host.url, "POST", "/events", event, host.token));
  for (const name of ENDPOINTS) {
    const endpoint = { url: `${receiver.url}/${name}`, types: ["*"], event_id: eventId };
    await sendUntilAnswered(host.url, "POST", "/webhook-endpoints", endpoint, host.token);
  }
  const imported = await measured(worker, "imported in one request", () => importGuests(host, eventId));
  const arrived = await measured(worker, "checked in one by one", () => checkAllIn(worker, host, eventId), GUESTS);
  const outcomes = ENDPOINTS.map(outcomeOf);
  for (const outcome of outcomes) console.log(JSON.stringify(outcome));
  await worker.kill();
  const isComplete = outcomes.every(
    (one) => one.deliveries === 2 * GUESTS && one.gaps + one.repeated + one.out_of_order === 0,
  );
  const passed = isComplete && imported && arrived;
  console.log(passed ? `passed: ${2 * GUESTS * ENDPOINTS.length} deliveries` : "FAILED");
  return passed;
}

/** Causes activities, waits until each endpoint has them, and prints their cost. @returns whether the cost is within its limit */
async function measured(
  worker: KillableWorker,
  what: string,
  happen: () => Promise<void>,
  before = 0,
): Promise<boolean> {
  const [began, first] = [performance.now(), await costsOf(worker)];
  await happen();
  const written = performance.now() - began;
  const deadline = Date.now() + DELIVERED_WITHIN_MS;
  const isDelivered = () => ENDPOINTS.every((name) => receiver.calls(name).length >= before + GUESTS);
  while (!isDelivered() && Date.now() < deadline) await pause(200);
  const delivered = performance.now() - began;
  // The last delivery pass stores the outcome of the last deliveries.
  while ((await countPending(worker)) > 0 && Date.now() < deadline) await pause(200);
  const last = await costsOf(worker);
  const each = (name: keyof WebhookCosts) => (last[name] - first[name]) / GUESTS;
  console.log(
    JSON.stringify({
      what,
      activities: GUESTS,
      written_s: Math.round(written / 1_000),
      delivered_s: Math.round(delivered / 1_000),
      d1_calls_each: Number(each("d1Calls").toFixed(4)),
      messages_each: Number(each("messages").toFixed(4)),
      invocations_each: Number(each("invocations").toFixed(4)),
      d1_calls_each_and_endpoint: Number((each("d1Calls") / ENDPOINTS.length).toFixed(4)),
      messages_each_and_endpoint: Number((each("messages") / ENDPOINTS.length).toFixed(4)),
    }),
  );
  const isCheap = (name: keyof typeof LIMITS) => each(name) / ENDPOINTS.length <= LIMITS[name];
  return isCheap("d1Calls") && isCheap("messages");
}

async function costsOf({ url }: KillableWorker): Promise<WebhookCosts> {
  return (await (await fetch(`${url}/webhook-costs`)).json()) as WebhookCosts;
}

async function countPending(worker: KillableWorker): Promise<number> {
  const [row] = await worker.sql<{ n: number }>(
    "select count(*) as n from webhook_deliveries where status = 'pending'",
  );
  return row?.n ?? 0;
}

async function importGuests(host: Host, eventId: string): Promise<void> {
  const list = ["name,party_size", ...Array.from({ length: GUESTS }, (_, index) => `Guest ${index},2`)].join("\r\n");
  const headers = { authorization: `Bearer ${host.token}`, "content-type": "text/csv" };
  const imported = await send(host.url, "POST", `/events/${eventId}/guests/import`, list, headers);
  if (imported === "unknown" || imported.status !== 201) throw new Error("the guest list was not imported");
}

async function checkAllIn(worker: KillableWorker, host: Host, eventId: string): Promise<void> {
  const waiting = await worker.sql<{ id: string }>("select id from guests where event_id = ?", eventId);
  const checkIn = async () => {
    for (let guest = waiting.pop(); guest !== undefined; guest = waiting.pop()) {
      const body = { guest_id: guest.id, nonce: crypto.randomUUID() };
      await sendUntilAnswered(host.url, "POST", `/events/${eventId}/check-in`, body, host.token);
    }
  };
  await Promise.all(Array.from({ length: DOORS }, checkIn));
}

/** Compares the numbers that an endpoint got with those from 1 on. */
function outcomeOf(name: string) {
  const sequences = receiver
    .calls(name)
    .map(({ body }) => (JSON.parse(body) as { data: { sequence: number } }).data.sequence);
  const firsts = [...new Set(sequences)];
  return {
    endpoint: name,
    deliveries: firsts.length,
    repeated: sequences.length - firsts.length,
    out_of_order: firsts.filter((sequence, index) => index > 0 && sequence < (firsts[index - 1] ?? 0)).length,
    gaps: Math.max(0, ...firsts) - firsts.length,
  };
}
