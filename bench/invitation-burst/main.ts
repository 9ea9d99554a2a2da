/**
 * The minute after a broadcast: every guest of an event opens the personal link within a minute, the mail gateways of some
 * before them, and some answer immediately. Pages, not the API, as in a browser, with the cookies that the pages set. Prints
 * statuses and waits, and counts whether every access was logged and scored. Exits with 1 on an error of the service, on a
 * person who was refused, and on an access without log or score.
 *
 *     npm run bench -- invitation-burst [--guests 5000] [--seconds 60] [--seed 1]
 */
import { existsSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import { numberOptions } from "../../testkit/number-options.ts";
import { openRandom } from "../../testkit/random.ts";
import { type StartedService, startService } from "../../testkit/running-service.ts";
import { quantile } from "../worker/load.ts";
import { waitUntilIdle, workerdPids } from "../worker/processes.ts";
import { type Arrival, arrivalsOf } from "./arrivals.ts";

const {
  guests: GUESTS,
  seconds: SECONDS,
  seed: SEED,
} = numberOptions({ guests: 5_000, seconds: 60, seed: 1 }, { seed: 0 });
const WITHIN_MS = SECONDS * 1_000;
/** Longer waits count as rejected. Browsers give up later. */
const TIMEOUT_MS = 30_000;
/** Accesses that were not scored in time are scored from the queue. */
const SCORED_WITHIN_MS = 120_000;
const LOGS_A_PAGE = 200;
/** A user has 300 requests a minute. */
const PAUSE_MS = 220;

/** A page, and the way to it after a form was taken. */
const SUCCESSES = new Set([200, 303]);

type What = Arrival["what"];

interface Outcome {
  what: What;
  status: number;
  ms: number;
}

// Stores the database in memory if possible, so that delays of the disk do not affect the figures.
if (existsSync("/dev/shm")) process.env.TMPDIR = "/dev/shm";
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const service = await startService();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  agent.destroy();
  await service.stop();
}

async function run(): Promise<boolean> {
  const fixture = await makeE2eFixture(service, { guests: 0 });
  const tokens = await invite(service, fixture);
  const arrivals = arrivalsOf(openRandom(SEED), GUESTS, WITHIN_MS);
  console.log(`${arrivals.length} requests of ${GUESTS} guests in ${WITHIN_MS / 1_000} s, seed ${SEED}`);
  const began = performance.now();
  const outcomes = await send(service.url, tokens, arrivals);
  const tookMs = performance.now() - began;
  console.log(
    `responses after ${(tookMs / 1_000).toFixed(1)} s, ${((arrivals.length / tookMs) * 1_000).toFixed(0)} a second`,
  );
  const isSound = (["scan", "open", "answer"] as const).map((what) => printKind(what, outcomes)).every(Boolean);
  await waitUntilIdle([...workerdPids(), service.engine.pid]);
  return (await isLogged(fixture, arrivals.length)) && isSound;
}

/** Imports the guests and makes their links. @returns the values of the links */
async function invite({ url }: StartedService, { api, eventId, host }: E2eFixture): Promise<string[]> {
  const rows = Array.from({ length: GUESTS }, (_, index) => `Guest ${index},4`);
  const imported = await fetch(`${url}/events/${eventId}/guests/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${host.token}`, "content-type": "text/csv", "cf-connecting-ip": "10.2.0.1" },
    body: ["name,party_size", ...rows].join("\r\n"),
  });
  if (!imported.ok) throw new Error(`the import responded with ${imported.status}: ${await imported.text()}`);
  const path = `/events/${eventId}/guests/invitations/bulk`;
  const { items } = await api<{ items: { link: string }[] }>("POST", path, { notify: false });
  return items.map(({ link }) => link.split("/i/")[1] ?? "");
}

/** Sends every request at its time, whatever has become of those before; an answer waits for its page. */
async function send(url: string, tokens: readonly string[], arrivals: readonly Arrival[]): Promise<Outcome[]> {
  const cookies = new Map<number, string>();
  const opened = new Map<number, Promise<unknown>>();
  const began = performance.now();
  const pending: Promise<Outcome>[] = [];
  for (const arrival of arrivals) {
    const early = began + arrival.at - performance.now();
    if (early > 0) await sleep(early);
    const page = arrival.what === "answer" ? opened.get(arrival.guest) : undefined;
    const outcome = Promise.resolve(page).then(() => visit(url, tokens[arrival.guest] ?? "", arrival, cookies));
    if (arrival.what === "open") opened.set(arrival.guest, outcome);
    pending.push(outcome);
  }
  return Promise.all(pending);
}

/** Opens the page or sends its form, and keeps the page's cookie. Status 0: no response in time. */
function visit(
  url: string,
  token: string,
  { what, guest, userAgent, address }: Arrival,
  cookies: Map<number, string>,
): Promise<Outcome> {
  const began = performance.now();
  const cookie = cookies.get(guest);
  const body = what === "answer" ? "intent=submit&response=attending&plus_ones=1" : undefined;
  const headers = {
    "user-agent": userAgent,
    "cf-connecting-ip": address,
    accept: "text/html",
    ...(what === "scan" ? {} : { "accept-language": "en-GB,en;q=0.9", "sec-fetch-mode": "navigate" }),
    ...(cookie === undefined || what === "scan" ? {} : { cookie }),
    ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
  };
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ what, status, ms: performance.now() - began });
    const sent = request(`${url}/i/${token}`, {
      agent,
      method: body === undefined ? "GET" : "POST",
      headers,
      timeout: TIMEOUT_MS,
    });
    sent.on("response", (response) => {
      const [set] = response.headers["set-cookie"] ?? [];
      if (what === "open" && set !== undefined) cookies.set(guest, set.split(";")[0] ?? "");
      response.resume();
      response.on("end", () => done(response.statusCode ?? 0));
      response.on("error", () => done(0));
    });
    sent.on("timeout", () => sent.destroy(new Error("no response")));
    sent.on("error", () => done(0));
    sent.end(body);
  });
}

/** Prints the outcome of one kind of request. @returns whether all succeeded */
function printKind(what: What, outcomes: readonly Outcome[]): boolean {
  const ofKind = outcomes.filter((outcome) => outcome.what === what);
  const waits = ofKind.map(({ ms }) => ms);
  const statuses = Object.entries(Object.groupBy(ofKind, ({ status }) => status)).map(
    ([status, list]) => `${list?.length} × ${status}`,
  );
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(waits, share).toFixed(0));
  console.log(`${what.padEnd(7)} ${statuses.join(", ")}; p50 ${p50} ms, p99 ${p99} ms, longest ${worst} ms`);
  return ofKind.every(({ status }) => SUCCESSES.has(status));
}

/** Whether there is a log of each request, and a score in each log before long. */
async function isLogged({ api, eventId }: E2eFixture, expected: number): Promise<boolean> {
  const deadline = Date.now() + SCORED_WITHIN_MS;
  for (;;) {
    const { logs, unscored, automated } = await countLogs(api, eventId);
    const isWhole = logs === expected && unscored === 0;
    if (isWhole || Date.now() > deadline) {
      console.log(
        `${logs} of ${expected} accesses are logged, ${unscored} of them without a score, ${automated} automated`,
      );
      return isWhole;
    }
  }
}

async function countLogs(api: E2eFixture["api"], eventId: string) {
  const counts = { logs: 0, unscored: 0, automated: 0 };
  interface Page {
    items: { score: number | null; automated: boolean }[];
    next_cursor: string | null;
  }
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = new URLSearchParams({ limit: String(LOGS_A_PAGE), ...(cursor === "" ? {} : { cursor }) });
    const page: Page = await api("GET", `/events/${eventId}/access-logs?${query}`);
    counts.logs += page.items.length;
    counts.unscored += page.items.filter(({ score }) => score === null).length;
    counts.automated += page.items.filter(({ automated }) => automated).length;
    cursor = page.next_cursor;
    await sleep(PAUSE_MS);
  }
  return counts;
}
