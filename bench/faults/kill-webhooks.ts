/**
 * Kills the Worker (SIGKILL, with workerd) at random moments while guests answer and arrive, restarts it on the same storage, and
 * compares what six webhook receivers got with what was acknowledged: every activity, in the order of its number and without a
 * gap, and repetitions with the same id. Until the end, one of the receivers fails, one hangs, one redirects, one answers slowly
 * and one is away: nothing listens at its address, for an hour. Exits with 1 otherwise.
 *
 * The hour passes without waiting: with the Worker down, what is due next is moved that much closer in the database, as it is to
 * a Worker whose clock is ahead. The times between tries are those of the service.
 *
 *     npm run bench -- kill-webhooks            GUESTS (300) and KILLS (10) from the environment
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Behaviour, type ReceivedCall, startWebhookReceiver } from "../../testkit/webhook-receiver.ts";
import { type Host, makeHost, send, sendUntilAnswered } from "./host.ts";
import { inFolder, type KillableWorker, prepareWorker, startWorker, type WorkerSetup } from "./killable-worker.ts";

const GUESTS = Number(process.env.GUESTS ?? 300);
const KILLS = Number(process.env.KILLS ?? 10);
/** Bounds of the random time until a Worker is killed. */
const LIFETIME_MS = { min: 300, max: 2_500 };
/** Guests who send RSVPs concurrently. */
const WRITERS = 4;
/** Parts of the hour: after each, what has become due is tried, and fails again. */
const QUARTERS = 4;
const QUARTER_MS = 15 * 60_000;
/** The longest that what is due may take to be tried. The local queues forget with the process: a monitor signals again after a minute. */
const TRIED_WITHIN_MS = 180_000;
const DELIVERED_WITHIN_MS = 600_000;
const DAY_MS = 86_400_000;

/** Behaviour of the receivers until the hour is over. */
const BEHAVIOURS: Record<string, Behaviour> = {
  works: {},
  fails: { status: 503 },
  hangs: { hangs: true },
  redirects: { redirectsTo: "/elsewhere" },
  slow: { delayMs: 400 },
};
const AWAY = "away";
const NAMES = [...Object.keys(BEHAVIOURS), AWAY];

interface Received {
  id: string;
  type: string;
  sequence: number;
  guestId: string | undefined;
}

const receiver = await startWebhookReceiver();
for (const [name, behaviour] of Object.entries(BEHAVIOURS)) receiver.behave(name, behaviour);
/** The receiver that stops, and restarts at the same address. */
const before = await startWebhookReceiver();
let after = null as typeof before | null;
try {
  await inFolder("kill-webhooks", run);
} finally {
  await Promise.all([receiver.stop(), before.stop(), after?.stop()]);
}

async function run(folder: string): Promise<boolean> {
  const setup = await prepareWorker(folder, { WEBHOOKS_TO_LOOPBACK: "true" });
  let worker = await startWorker(setup);
  const host = await makeHost(worker);
  const { eventId, guests } = await makeEvent(host);
  for (const name of NAMES) {
    const url = `${name === AWAY ? before.url : receiver.url}/${name}`;
    const endpoint = { url, types: ["*"], event_id: eventId };
    await sendUntilAnswered(host.url, "POST", "/webhook-endpoints", endpoint, host.token);
  }
  const began = Date.now();
  const waiting = [...guests];
  const writing = Promise.all(Array.from({ length: WRITERS }, () => writeAll(host, eventId, waiting)));
  let isWriting = true;
  const written = writing.finally(() => {
    isWriting = false;
  });
  for (let kills = 1; kills <= KILLS; kills++) {
    await pause(LIFETIME_MS.min + Math.random() * (LIFETIME_MS.max - LIFETIME_MS.min));
    await worker.kill();
    console.log(`kill ${kills} after ${seconds(began)} s, ${isWriting ? "writing" : "written"}`);
    // It usually has received a delivery by then.
    if (kills === 2) await before.stop();
    worker = await startWorker(setup);
  }
  await written;
  for (let quarter = 1; quarter <= QUARTERS; quarter++) {
    worker = await passTime(worker, setup, QUARTER_MS);
    const tries = await untilTried(worker);
    console.log(`${quarter * 15} minutes on, after ${seconds(began)} s: ${JSON.stringify(tries)}`);
  }
  for (const name of Object.keys(BEHAVIOURS)) receiver.behave(name, {});
  after = await startWebhookReceiver(Number(new URL(before.url).port));
  // Past the longest wait that is left.
  worker = await passTime(worker, setup, DAY_MS);
  await untilDelivered(worker);
  console.log(
    `delivered after ${seconds(began)} s; ${before.calls(AWAY).length} calls before the one that went away went`,
  );
  const outcomes = NAMES.map((name) => verify(name, guests));
  for (const outcome of outcomes) console.log(JSON.stringify(outcome));
  await worker.kill();
  const passed = outcomes.every((outcome) => outcome.passed);
  console.log(JSON.stringify({ passed, kills: KILLS, seconds: seconds(began) }));
  return passed;
}

/** Stops the Worker, has time pass, and starts it again. */
async function passTime(worker: KillableWorker, setup: WorkerSetup, ms: number): Promise<KillableWorker> {
  await worker.sql(
    `update webhook_deliveries set next_attempt_at = next_attempt_at - ?1, leased_until = leased_until - ?1
     where status = 'pending'`,
    ms,
  );
  await worker.kill();
  return startWorker(setup);
}

/** Waits until nothing is due. @returns the tries of the first delivery of each line that waits */
async function untilTried(worker: KillableWorker): Promise<Record<string, number>> {
  // Of a line, the first delivery is tried.
  const lines = `select url, min(sequence), attempts, next_attempt_at as due from webhook_deliveries as delivery
    join webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
    where delivery.status = 'pending' group by endpoint.id`;
  for (const deadline = Date.now() + TRIED_WITHIN_MS; ; await pause(1_000)) {
    const found = await worker.sql<{ url: string; attempts: number; due: number }>(lines);
    const isTried = found.every(({ url, due }) => /works|slow/.test(url) || due > Date.now());
    if (isTried || Date.now() > deadline)
      return Object.fromEntries(found.map(({ url, attempts }) => [url.split("/").pop() ?? "", attempts]));
  }
}

async function untilDelivered(worker: KillableWorker): Promise<void> {
  for (const deadline = Date.now() + DELIVERED_WITHIN_MS; Date.now() < deadline; await pause(2_000)) {
    const [open] = await worker.sql<{ count: number }>(
      "select count(*) as count from webhook_deliveries where status = 'pending'",
    );
    // The highest number that a monitor has given is known to those that got everything.
    const newest = NAMES.map((name) => Math.max(0, ...taken(name).map(({ sequence }) => sequence)));
    if (open?.count === 0 && newest.every((number) => number === newest[0] && number > 0)) return;
  }
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

/** Sends the RSVP and the check-in of one guest after the other, until none is left. */
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
      throw new Error(`${path} returned ${outcome.status}: ${outcome.body}`);
    await pause(100);
  }
}

function verify(name: string, guests: readonly { id: string }[]) {
  const calls = taken(name);
  const firsts = [...new Map(calls.toReversed().map((call) => [call.sequence, call])).values()].toReversed();
  const missing = guests.flatMap(({ id }) =>
    ["rsvp.submitted", "check_in.recorded"].filter((type) => !has(calls, type, id)),
  ).length;
  const found = {
    activities: firsts.length,
    calls: all(name).length,
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
  return { receiver: name, passed: lost + out_of_order + gaps + ids_that_differ + told_twice === 0, ...found };
}

function has(calls: readonly Received[], type: string, guestId: string): boolean {
  return calls.some((call) => call.type === type && call.guestId === guestId);
}

/** The calls that a receiver took, in their order. */
function taken(name: string): Received[] {
  return all(name)
    .filter(({ status }) => status < 300)
    .map(({ headers, body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { sequence: number; guest?: { id: string } } };
      return { id: headers["webhook-id"] ?? "", type, sequence: data.sequence, guestId: data.guest?.id };
    });
}

/** The calls that a receiver got. */
function all(name: string): ReceivedCall[] {
  return name === AWAY ? [...before.calls(AWAY), ...(after?.calls(AWAY) ?? [])] : receiver.calls(name);
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1_000);
}
