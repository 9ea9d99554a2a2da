/**
 * The database does not answer for ten seconds; then the disk is full for ten. Requests of every kind go on meanwhile:
 * what cannot be done is a 503 problem document that says when to come again, and all is well afterwards without a
 * restart. Exits with 1 when it is not so. While the disk is full, reading may work or not: workerd closes a database
 * that it could not write to, and cannot open it again before there is room.
 *
 *     node bench/faults/database-down.ts [--seconds 10]           the full disk wants Linux and `prlimit`
 */
import { execFileSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { workerdPids } from "../worker/processes.ts";
import { type Host, type InvitedGuest, makeHost } from "./host.ts";
import { inFolder, type KillableWorker, settingIn, startWorker } from "./killable-worker.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "10" } } });
const DOWN_MS = Number(values.seconds) * 1_000;
/** Between two requests of a kind. */
const EVERY_MS = 100;
/** The platform may take a moment to open its storage again. */
const RECOVERS_WITHIN_MS = 5_000;

type Kind = "read" | "write";
interface Probe {
  name: string;
  kind: Kind;
  send(world: World): Promise<Response>;
}
interface World {
  worker: KillableWorker;
  host: Host;
  eventId: string;
  otherEventId: string;
  guests: InvitedGuest[];
  next: number;
}

/** Longer than any answer should take. */
const patience = () => AbortSignal.timeout(10_000);

const PROBES: Probe[] = [
  { name: "event", kind: "read", send: (world) => asHost(world, "GET", `/events/${world.eventId}`) },
  {
    name: "calendar",
    kind: "read",
    send: (world) => fetch(`${world.worker.url}/access/${guestOf(world)}/calendar.ics`, { signal: patience() }),
  },
  // Opening an invitation is logged before it is answered, so it is a write.
  {
    name: "invitation",
    kind: "write",
    send: (world) => fetch(`${world.worker.url}/access/${guestOf(world)}`, { signal: patience() }),
  },
  { name: "answer", kind: "write", send: answer },
  {
    name: "guest",
    kind: "write",
    send: (world) => asHost(world, "POST", `/events/${world.otherEventId}/guests`, { name: "Ada" }),
  },
];

/** What was answered, by probe: well, refused as promised, or in any other way. */
type Tally = Record<string, { well: number; unavailable: number; wrong: number }>;

await inFolder("database-down", run);

async function run(folder: string): Promise<boolean> {
  const [setting, workerd] = await Promise.all([
    settingIn(folder, {}, "bench/faults/faulty-worker.ts"),
    tolerantWorkerd(folder),
  ]);
  const worker = await startWorker({ ...setting, workerd });
  try {
    const host = await makeHost(worker);
    const { eventId, guests } = await host.inviteAll();
    // The list is full: guests are added to another.
    const world: World = { worker, host, eventId, otherEventId: await host.makeEvent(), guests, next: 0 };
    const down = await suffer(world, "database down", ["read", "write"], (on) => failDatabase(world, on));
    const full = await suffer(world, "disk full", ["write"], (on) => fillDisk(worker, on));
    return down && full;
  } finally {
    await worker.kill();
  }
}

async function suffer(world: World, fault: string, stricken: Kind[], set: (on: boolean) => Promise<void>) {
  await set(true);
  const during = await probe(world, DOWN_MS);
  await set(false);
  const since = Date.now();
  while (!allWell(await probe(world, EVERY_MS)) && Date.now() - since < RECOVERS_WITHIN_MS) await pause(EVERY_MS);
  const recovered = Date.now() - since;
  const after = await probe(world, 2_000);
  const asPromised = PROBES.every(({ name, kind }) => {
    const { well = 1, wrong = 1 } = during[name] ?? {};
    return wrong === 0 && (well === 0 || !stricken.includes(kind));
  });
  const passed = asPromised && allWell(after);
  console.log(JSON.stringify({ fault, passed, during, after, recovered_after_ms: recovered }));
  return passed;
}

async function probe(world: World, ms: number): Promise<Tally> {
  const tally: Tally = Object.fromEntries(PROBES.map(({ name }) => [name, { well: 0, unavailable: 0, wrong: 0 }]));
  for (const until = Date.now() + ms; Date.now() < until; await pause(EVERY_MS)) {
    await Promise.all(
      PROBES.map(async ({ name, send }) => {
        const count = tally[name];
        // No answer at all is the worst one.
        const verdict = await send(world).then(verdictOn, () => "wrong" as const);
        if (count) count[verdict] += 1;
      }),
    );
  }
  return tally;
}

async function verdictOn(response: Response): Promise<"well" | "unavailable" | "wrong"> {
  const body = await response.text();
  if (response.ok) return "well";
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") === true;
  if (response.status === 503 && isProblem && response.headers.has("retry-after")) return "unavailable";
  console.error(response.status, body.slice(0, 200));
  return "wrong";
}

function allWell(tally: Tally): boolean {
  return Object.values(tally).every(({ unavailable, wrong }) => unavailable + wrong === 0);
}

function guestOf(world: World): string {
  return world.guests[world.next++ % world.guests.length]?.token ?? "";
}

/** Each guest answers once; nobody else takes this guest's turn. */
function answer(world: World): Promise<Response> {
  const token = world.guests.pop()?.token ?? "";
  return fetch(`${world.worker.url}/rsvp`, {
    method: "POST",
    signal: patience(),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, response: "attending", plus_ones: 0 }),
  });
}

function asHost({ worker, host }: World, method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${host.token}`, ...(body ? { "content-type": "application/json" } : {}) };
  return fetch(worker.url + path, { method, headers, signal: patience(), body: body ? JSON.stringify(body) : null });
}

async function failDatabase({ worker }: World, on: boolean): Promise<void> {
  await fetch(`${worker.url}/health`, { headers: { "x-database-down-ms": String(on ? 10 * DOWN_MS : 0) } });
}

/**
 * No file of workerd's may grow or be written beyond its first byte: what a full disk does to a program, for one program
 * and without being root.
 */
async function fillDisk({ pid }: KillableWorker, on: boolean): Promise<void> {
  const [workerd] = workerdPids(pid);
  execFileSync("prlimit", ["--pid", String(workerd), `--fsize=${on ? "1" : "unlimited"}:unlimited`]);
}

/** Linux ends a program that writes beyond its limit, unless it asks for the error instead. */
async function tolerantWorkerd(folder: string): Promise<string> {
  const { default: real } = createRequire(createRequire(import.meta.url).resolve("miniflare"))("workerd") as {
    default: string;
  };
  const script = join(folder, "workerd");
  await writeFile(script, `#!/bin/sh\ntrap '' XFSZ\nexec ${JSON.stringify(real)} "$@"\n`);
  await chmod(script, 0o755);
  return script;
}
