/**
 * Kills the Worker (SIGKILL, with workerd) at random moments while guests answer and arrive, restarts it on the same storage,
 * and compares what a webhook receiver got with what was acknowledged: every activity, in the order of its number and without
 * a gap, and repetitions with the same id. The receiver fails every now and then. Exits with 1 otherwise.
 *
 *     npm run bench:kill-webhooks            GUESTS (300) and KILLS (10) from the environment
 */
import { setTimeout as pause } from "node:timers/promises";
import { startWebhookReceiver } from "../../testkit/webhook-receiver.ts";
import { type Host, makeHost, send, sendUntilAnswered } from "./host.ts";
import { inFolder, type KillableWorker, prepareWorker, startWorker } from "./killable-worker.ts";

const GUESTS = Number(process.env.GUESTS ?? 300);
const KILLS = Number(process.env.KILLS ?? 10);
/** Bounds of the random time until a Worker is killed. */
const LIFETIME_MS = { min: 300, max: 2_500 };
/** Guests who answer at the same time. */
const WRITERS = 4;
/** The local queues forget with the process: the monitor signals again after a minute, then come the tries. */
const DELIVERED_WITHIN_MS = 600_000;
const DAY_MS = 86_400_000;

interface Received {
  id: string;
  type: string;
  sequence: number;
  guestId: string | undefined;
}

const receiver = await startWebhookReceiver();
try {
  await inFolder("kill-webhooks", run);
} finally {
  await receiver.stop();
}

async function run(folder: string): Promise<boolean> {
  const setup = await prepareWorker(folder, { WEBHOOKS_TO_LOOPBACK: "true" });
  let worker = await startWorker(setup);
  const host = await makeHost(worker);
  const { eventId, guests } = await makeEvent(host);
  const endpoint = { url: `${receiver.url}/hook`, types: ["*"], event_id: eventId };
  await sendUntilAnswered(host.url, "POST", "/webhook-endpoints", endpoint, host.token);
  const began = Date.now();
  const waiting = [...guests];
  const writing = Promise.all(Array.from({ length: WRITERS }, () => writeAll(host, eventId, waiting)));
  let isWriting = true;
  const written = writing.finally(() => {
    isWriting = false;
  });
  for (let kills = 0; kills < KILLS; kills++) {
    await pause(LIFETIME_MS.min + Math.random() * (LIFETIME_MS.max - LIFETIME_MS.min));
    receiver.behave("hook", { status: kills % 3 === 1 ? 503 : 204 });
    await worker.kill();
    console.log(`kill ${kills + 1} after ${seconds(began)} s, ${isWriting ? "writing" : "written"}`);
    worker = await startWorker(setup);
  }
  receiver.behave("hook", {});
  await written;
  const outcome = await verify(worker, guests);
  console.log(JSON.stringify({ ...outcome, kills: KILLS, seconds: seconds(began) }));
  await worker.kill();
  return outcome.passed;
}

/** An event of tomorrow, whose guests have links. */
async function makeEvent(host: Host): Promise<{ eventId: string; guests: { id: string; token: string }[] }> {
  const event = { name: "Gala", event_date: new Date(Date.now() + DAY_MS).toISOString() };
  const { id: eventId } = JSON.parse(await sendUntilAnswered(host.url, "POST", "/events", event, host.token));
  const list = ["name,party_size", ...Array.from({ length: GUESTS }, (_, index) => `Guest ${index},2`)].join("\r\n");
  const headers = { authorization: `Bearer ${host.token}`, "content-type": "text/csv" };
  const imported = await send(host.url, "POST", `/events/${eventId}/guests/import`, list, headers);
  if (imported === "unknown" || imported.status !== 201) throw new Error("the guest list was not imported");
  const path = `/events/${eventId}/guests/invitations/bulk`;
  const { items } = JSON.parse(await sendUntilAnswered(host.url, "POST", path, { notify: false }, host.token)) as {
    items: { guest_id: string; link: string }[];
  };
  return { eventId, guests: items.map((item) => ({ id: item.guest_id, token: item.link.split("/i/")[1] ?? "" })) };
}

/** Has one guest after the other answer and arrive, until none is left. */
async function writeAll(host: Host, eventId: string, waiting: { id: string; token: string }[]): Promise<void> {
  for (let guest = waiting.pop(); guest !== undefined; guest = waiting.pop()) {
    await until(host, "/rsvp", { token: guest.token, response: "attending", plus_ones: 0 }, {});
    const by = { authorization: `Bearer ${host.token}` };
    await until(host, `/events/${eventId}/check-in`, { guest_id: guest.id, nonce: crypto.randomUUID() }, by);
  }
}

/** Sends until it is written: 409 says that an attempt whose response was lost has done it. */
async function until(host: Host, path: string, body: object, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const all = {
      "content-type": "application/json",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140",
      ...headers,
    };
    const outcome = await send(host.url, "POST", path, JSON.stringify(body), all);
    if (outcome !== "unknown" && (outcome.status < 300 || outcome.status === 409)) return;
    if (outcome !== "unknown" && outcome.status < 500 && outcome.status !== 429)
      throw new Error(`${path} answered ${outcome.status}: ${outcome.body}`);
    await pause(100);
  }
}

async function verify(worker: KillableWorker, guests: readonly { id: string }[]) {
  const isComplete = (calls: readonly Received[]) =>
    guests.every(({ id }) => has(calls, "rsvp.submitted", id) && has(calls, "check_in.recorded", id));
  for (const deadline = Date.now() + DELIVERED_WITHIN_MS; Date.now() < deadline; await pause(2_000)) {
    const [open] = await worker.sql<{ count: number }>(
      "select count(*) as count from webhook_deliveries where status = 'pending'",
    );
    if (open?.count === 0 && isComplete(taken())) break;
  }
  const calls = taken();
  const firsts = [...new Map(calls.toReversed().map((call) => [call.sequence, call])).values()].toReversed();
  const missing = guests.flatMap(({ id }) =>
    ["rsvp.submitted", "check_in.recorded"].filter((type) => !has(calls, type, id)),
  ).length;
  const found = {
    activities: firsts.length,
    calls: receiver.calls("hook").length,
    missing,
    out_of_order: firsts.filter(({ sequence }, index) => index > 0 && sequence < (firsts[index - 1]?.sequence ?? 0))
      .length,
    // The guests were put on the list before the endpoint was there.
    gaps: (firsts.at(-1)?.sequence ?? 0) - (firsts[0]?.sequence ?? 1) + 1 - firsts.length,
    ids_that_differ: firsts.filter(({ sequence, id }) =>
      calls.some((call) => call.sequence === sequence && call.id !== id),
    ).length,
    told_twice: firsts.length - new Set(firsts.map(({ type, guestId }) => `${type} ${guestId}`)).size,
    repeated: calls.length - firsts.length,
  };
  const { missing: lost, out_of_order, gaps, ids_that_differ, told_twice } = found;
  return { passed: lost + out_of_order + gaps + ids_that_differ + told_twice === 0, ...found };
}

function has(calls: readonly Received[], type: string, guestId: string): boolean {
  return calls.some((call) => call.type === type && call.guestId === guestId);
}

/** The calls that the receiver took, in their order. */
function taken(): Received[] {
  return receiver
    .calls("hook")
    .filter(({ status }) => status < 300)
    .map(({ headers, body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { sequence: number; guest?: { id: string } } };
      return { id: headers["webhook-id"] ?? "", type, sequence: data.sequence, guestId: data.guest?.id };
    });
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1_000);
}
