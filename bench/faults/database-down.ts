/**
 * The database fails for ten seconds, then the disk is full for ten, under constant requests of every kind. Failed ones
 * must be 503 problem documents with `Retry-After`, and all requests must succeed afterwards without a restart; exits with
 * 1 otherwise. While the disk is full, reads may succeed or not: workerd closes a database that it could not write to, and
 * cannot open it again before there is room.
 *
 *     npm run bench -- database-down [--seconds 10]           the full disk needs Linux and `prlimit`
 */
import { execFileSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { workerdPids } from "../worker/processes.ts";
import { type Host, type InvitedGuest, makeHost } from "./host.ts";
import { inFolder, type KillableWorker, prepareWorker, startWorker } from "./killable-worker.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "10" } } });
const DOWN_MS = Number(values.seconds) * 1_000;
/** Between two requests of a kind. */
const INTERVAL_MS = 100;
/** Time for the platform to open its storage again. */
const RECOVERS_WITHIN_MS = 5_000;

type Kind = "read" | "write";
interface Probe {
  name: string;
  kind: Kind;
  send(setup: Setup): Promise<Response>;
}
interface Setup {
  worker: KillableWorker;
  host: Host;
  eventId: string;
  otherEventId: string;
  guests: InvitedGuest[];
  next: number;
}

/** Longer than any response should take. */
const requestTimeout = () => AbortSignal.timeout(10_000);

const PROBES: Probe[] = [
  { name: "event", kind: "read", send: (setup) => asHost(setup, "GET", `/events/${setup.eventId}`) },
  {
    name: "calendar",
    kind: "read",
    send: (setup) => fetch(`${setup.worker.url}/access/${guestOf(setup)}/calendar.ics`, { signal: requestTimeout() }),
  },
  // An access is logged before the response, so it is a write.
  {
    name: "invitation",
    kind: "write",
    send: (setup) => fetch(`${setup.worker.url}/access/${guestOf(setup)}`, { signal: requestTimeout() }),
  },
  { name: "answer", kind: "write", send: answer },
  {
    name: "guest",
    kind: "write",
    send: (setup) => asHost(setup, "POST", `/events/${setup.otherEventId}/guests`, { name: "Ada" }),
  },
];

/** Responses by probe: successful, 503 as documented, or anything else. */
type Tally = Record<string, { ok: number; unavailable: number; wrong: number }>;

await inFolder("database-down", run);

async function run(folder: string): Promise<boolean> {
  const [workerSetup, workerd] = await Promise.all([
    prepareWorker(folder, {}, "bench/faults/faulty-worker.ts"),
    tolerantWorkerd(folder),
  ]);
  const worker = await startWorker({ ...workerSetup, workerd });
  try {
    const host = await makeHost(worker);
    const { eventId, guests } = await host.inviteAll();
    // The guest list is full: guests are added to that of another event.
    const setup: Setup = { worker, host, eventId, otherEventId: await host.makeEvent(), guests, next: 0 };
    const down = await runFault(setup, "database down", ["read", "write"], (on) => failDatabase(setup, on));
    const full = await runFault(setup, "disk full", ["write"], (on) => fillDisk(worker, on));
    return down && full;
  } finally {
    await worker.kill();
  }
}

async function runFault(setup: Setup, fault: string, affected: Kind[], set: (on: boolean) => Promise<void>) {
  await set(true);
  const during = await probe(setup, DOWN_MS);
  await set(false);
  const since = Date.now();
  while (!allOk(await probe(setup, INTERVAL_MS)) && Date.now() - since < RECOVERS_WITHIN_MS) await pause(INTERVAL_MS);
  const recovered = Date.now() - since;
  const after = await probe(setup, 2_000);
  const isExpected = PROBES.every(({ name, kind }) => {
    const { ok = 1, wrong = 1 } = during[name] ?? {};
    return wrong === 0 && (ok === 0 || !affected.includes(kind));
  });
  const passed = isExpected && allOk(after);
  console.log(JSON.stringify({ fault, passed, during, after, recovered_after_ms: recovered }));
  return passed;
}

async function probe(setup: Setup, ms: number): Promise<Tally> {
  const tally: Tally = Object.fromEntries(PROBES.map(({ name }) => [name, { ok: 0, unavailable: 0, wrong: 0 }]));
  for (const until = Date.now() + ms; Date.now() < until; await pause(INTERVAL_MS)) {
    await Promise.all(
      PROBES.map(async ({ name, send }) => {
        const count = tally[name];
        // A request without a response counts as wrong.
        const outcome = await send(setup).then(classify, () => "wrong" as const);
        if (count) count[outcome] += 1;
      }),
    );
  }
  return tally;
}

async function classify(response: Response): Promise<"ok" | "unavailable" | "wrong"> {
  const body = await response.text();
  if (response.ok) return "ok";
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") === true;
  if (response.status === 503 && isProblem && response.headers.has("retry-after")) return "unavailable";
  console.error(response.status, body.slice(0, 200));
  return "wrong";
}

function allOk(tally: Tally): boolean {
  return Object.values(tally).every(({ unavailable, wrong }) => unavailable + wrong === 0);
}

function guestOf(setup: Setup): string {
  return setup.guests[setup.next++ % setup.guests.length]?.token ?? "";
}

/** Each guest sends one RSVP: a token is used once. */
function answer(setup: Setup): Promise<Response> {
  const token = setup.guests.pop()?.token ?? "";
  return fetch(`${setup.worker.url}/rsvp`, {
    method: "POST",
    signal: requestTimeout(),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, response: "attending", plus_ones: 0 }),
  });
}

function asHost({ worker, host }: Setup, method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${host.token}`, ...(body ? { "content-type": "application/json" } : {}) };
  return fetch(worker.url + path, {
    method,
    headers,
    signal: requestTimeout(),
    body: body ? JSON.stringify(body) : null,
  });
}

async function failDatabase({ worker }: Setup, on: boolean): Promise<void> {
  await fetch(`${worker.url}/health`, { headers: { "x-database-down-ms": String(on ? 10 * DOWN_MS : 0) } });
}

/** Limits the files of workerd to one byte: the effect of a full disk on a single program, without being root. */
async function fillDisk({ pid }: KillableWorker, on: boolean): Promise<void> {
  const [workerd] = workerdPids(pid);
  execFileSync("prlimit", ["--pid", String(workerd), `--fsize=${on ? "1" : "unlimited"}:unlimited`]);
}

/** Linux kills a program that writes beyond its file size limit, unless the program ignores SIGXFSZ. */
async function tolerantWorkerd(folder: string): Promise<string> {
  const { default: real } = createRequire(createRequire(import.meta.url).resolve("miniflare"))("workerd") as {
    default: string;
  };
  const script = join(folder, "workerd");
  await writeFile(script, `#!/bin/sh\ntrap '' XFSZ\nexec ${JSON.stringify(real)} "$@"\n`);
  await chmod(script, 0o755);
  return script;
}
