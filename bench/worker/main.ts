/**
 * Throughput and CPU time of the routes for guests and check-in, relative to other Workers, in turns within one run: a bare
 * Hono Worker that does one D1 read (or one read and one write); the floor, which makes the calls of the service and does nothing else;
 * and the grouped floor, whose requests share calls as the service's do. Exits with 1 when a target is missed, and when the floor makes other calls than the
 * service or leaves other rows.
 *
 *     npm run bench -- routes [--rounds 18] [--width 16]
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numberOptions } from "../../testkit/number-options.ts";
import { type StartedService, startService } from "../../testkit/running-service.ts";
import { startBare } from "./bare.ts";
import { measureBundle } from "./bundle.ts";
import { countRows, differences, type RowCounts, rowsLeft } from "./count-rows.ts";
import { type FloorMode, startFloor } from "./floor-service.ts";
import { inviteGuests } from "./guest-list.ts";
import { type Job, median, quantile, type Report, type Shot, startClient } from "./load.ts";
import { cpuMs, waitUntilIdle, workerdPids } from "./processes.ts";

/** `width`: connections of the closed loop. */
const { rounds: ROUNDS, width: WIDTH } = numberOptions({ rounds: 18, width: 16 });

type BareName = "read" | "readWrite";
type FloorName = "floorAccess" | "floorRsvp" | "floorCheckIn";
type GroupedFloorName = "groupedAccess" | "groupedRsvp" | "groupedCheckIn";
type Name = BareName | FloorName | GroupedFloorName | "access" | "page" | "rsvp" | "checkIn";

interface Route {
  title: string;
  /** The route that it is compared with. */
  baseline: BareName;
  /** I/O baseline: the calls of the route without the service. */
  floor?: FloorName;
  /** I/O baseline with the calls grouped as the service groups them. The difference to the service is its own code. */
  groupedFloor?: GroupedFloorName;
  /** Requests of one round, a fraction of a second, so that route and baseline run under the same load of the machine. */
  count: number;
  /** Target: minimum share of the baseline's throughput. */
  ratio?: number;
  /** Target: minimum share of the floor's throughput. */
  floorRatio?: number;
  /** Target: maximum CPU time, in bare reads of the same rounds, because the speed of machines varies. */
  cpuReads?: number;
}

/** Of one view, Worker and engine. */
const CPU_READS = 2.6;

const ROUTES: Record<Name, Route> = {
  read: { title: "bare read", baseline: "read", count: 400 },
  floorAccess: { title: "floor of GET /access", baseline: "read", count: 100 },
  groupedAccess: { title: "… grouped", baseline: "read", count: 100 },
  access: {
    title: "GET /access",
    baseline: "read",
    floor: "floorAccess",
    groupedFloor: "groupedAccess",
    count: 100,
    ratio: 0.45,
    floorRatio: 0.9,
    cpuReads: CPU_READS,
  },
  page: { title: "GET /i (page)", baseline: "read", floor: "floorAccess", groupedFloor: "groupedAccess", count: 100 },
  readWrite: { title: "bare read + write", baseline: "readWrite", count: 300 },
  floorRsvp: { title: "floor of POST /rsvp", baseline: "readWrite", count: 100 },
  groupedRsvp: { title: "… grouped", baseline: "readWrite", count: 100 },
  rsvp: {
    title: "POST /rsvp",
    baseline: "readWrite",
    floor: "floorRsvp",
    groupedFloor: "groupedRsvp",
    count: 100,
    ratio: 0.45,
    floorRatio: 0.85,
  },
  floorCheckIn: { title: "floor of check-in", baseline: "readWrite", count: 100 },
  groupedCheckIn: { title: "… grouped", baseline: "readWrite", count: 100 },
  checkIn: {
    title: "check-in",
    baseline: "readWrite",
    floor: "floorCheckIn",
    groupedFloor: "groupedCheckIn",
    count: 100,
    ratio: 0.75,
    floorRatio: 0.95,
  },
};
/** Order of the routes' rounds. Check-ins follow the RSVPs that they need. */
const ORDER = [
  "read",
  "access",
  "floorAccess",
  "groupedAccess",
  "page",
  "readWrite",
  "rsvp",
  "floorRsvp",
  "groupedRsvp",
] as const;
const CHECK_INS_AFTER: Partial<Record<Name, Name>> = {
  rsvp: "checkIn",
  floorRsvp: "floorCheckIn",
  groupedRsvp: "groupedCheckIn",
};
/** The routes whose rows are compared with those of their floor. */
const COMPARED = ["access", "rsvp", "checkIn"] as const;
/** Requests until the JIT compilers have optimized the code. */
const WARM_UP = 1_000;
/** The page opens other guests, so it needs a separate warm-up. The code of the grouped baseline is warm after the baseline. */
const OWN_WARM_UP: Partial<Record<Name, number>> = {
  page: 500,
  groupedAccess: 200,
  groupedRsvp: 200,
};
/** The fixed rate at which latency is measured, and the number of requests. */
const STEADY_PER_SECOND = 100;
const STEADY_REQUESTS = 1_000;

interface Measured {
  perSecond: number;
  /** CPU time of a request in milliseconds, including work after the response. */
  workerMs: number;
  engineMs: number;
}

// Stores the databases in memory if possible, so that delays of the disk do not affect the figures.
if (existsSync("/dev/shm")) process.env.TMPDIR = "/dev/shm";
const folder = await mkdtemp(join(tmpdir(), "usher-bench-"));
const service = await startService();
const serviceWorkerd = workerdPids();
const floor = await startFloor(folder);
const floorWorkerd = workerdPids().filter((pid) => !serviceWorkerd.includes(pid));
const bare = await startBare(folder);
const bareWorkerd = workerdPids().filter((pid) => ![...serviceWorkerd, ...floorWorkerd].includes(pid));
const client = startClient();
/** The rows that the requests of a route's first round have left. */
const left: Partial<Record<Name, RowCounts>> = {};
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  client.stop();
  await Promise.all([service.stop(), floor.service.stop(), bare.stop(), rm(folder, { recursive: true, force: true })]);
}

async function run(): Promise<boolean> {
  const shots = await makeShots();
  const checkInShots = (name: Name, bodies: string[], count: number): Shot[] =>
    name === "rsvp"
      ? bodies.map(shots.checkIn)
      : shots.floorCheckIn(name === "floorRsvp" ? "floor" : "grouped floor", count);
  for (const name of ORDER) {
    const count = OWN_WARM_UP[name] ?? WARM_UP;
    const [, { bodies }] = await measure(name, shots[name](count));
    const checkIns = CHECK_INS_AFTER[name];
    if (checkIns !== undefined) await measure(checkIns, checkInShots(name, bodies, count));
  }
  const series = Object.fromEntries(Object.keys(ROUTES).map((name) => [name, []])) as unknown as Record<
    Name,
    Measured[]
  >;
  const take = async (name: Name, list: Shot[], round: number): Promise<Report> => {
    const [measured, report] = round === 1 ? await measureRows(name, list) : await measure(name, list);
    series[name].push(measured);
    return report;
  };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const name of ORDER) {
      const { count } = ROUTES[name];
      const { bodies } = await take(name, shots[name](count), round);
      const checkIns = CHECK_INS_AFTER[name];
      if (checkIns !== undefined) await take(checkIns, checkInShots(name, bodies, count), round);
    }
  }
  const p99s: Partial<Record<Name, number>> = { access: (await steady(shots.access(STEADY_REQUESTS))).p99 };
  const rsvps = await steady(shots.rsvp(STEADY_REQUESTS));
  p99s.rsvp = rsvps.p99;
  p99s.checkIn = (await steady(rsvps.report.bodies.map(shots.checkIn))).p99;
  const met = (Object.keys(ROUTES) as Name[]).map((name) => printRoute(name, series, p99s[name]));
  const isSame = COMPARED.map(printRows).every(Boolean);
  const { gzippedKib, startMs } = await measureBundle(folder);
  console.log(`bundle ${gzippedKib.toFixed(0)} KiB minified and gzipped, starts in ${startMs.toFixed(0)} ms`);
  return isSame && met.every(Boolean);
}

/** Creates requests of each kind, each guest in turn: one event for accesses, one for pages, another for RSVPs and check-ins. */
async function makeShots() {
  const visitors = await inviteGuests(service, false);
  const readers = await inviteGuests(service, false);
  const responders = await inviteGuests(service, false);
  let [items, visits, pages, rsvps, floorVisits, floorRsvps, floorCheckIns] = [0, 0, 0, 0, 0, 0, 0];
  const many = (count: number, next: () => Shot): Shot[] => Array.from({ length: count }, next);
  const json = { "content-type": "application/json" };
  const text = JSON.stringify({ text: "one read and one write" });
  return {
    read: (count: number) => many(count, () => ({ method: "GET", path: bare.itemPath(items++), headers: {} })),
    readWrite: (count: number) =>
      many(count, () => ({ method: "POST", path: `${bare.itemPath(items++)}/notes`, headers: json, body: text })),
    access: (count: number) => many(count, () => visitors.open(visits++)),
    page: (count: number) => many(count, () => readers.openPage(pages++)),
    rsvp: (count: number) => many(count, () => responders.answer(rsvps++)),
    checkIn: (rsvpBody: string) => responders.checkIn(rsvpBody),
    floorAccess: (count: number) => many(count, () => floor.open("floor", floorVisits++)),
    groupedAccess: (count: number) => many(count, () => floor.open("grouped floor", floorVisits++)),
    floorRsvp: (count: number) => many(count, () => floor.answer("floor", floorRsvps++)),
    groupedRsvp: (count: number) => many(count, () => floor.answer("grouped floor", floorRsvps++)),
    /** Check-ins of guests who have an RSVP. */
    floorCheckIn: (mode: FloorMode, count: number) => many(count, () => floor.checkIn(mode, floorCheckIns++)),
  };
}

/** The service that answers a route's requests; null for the bare Worker, which has no engine. */
function serviceOf(name: Name): StartedService | null {
  if (name === "read" || name === "readWrite") return null;
  return /^(floor|grouped)/.test(name) ? floor.service : service;
}

async function measure(name: Name, list: Shot[]): Promise<[Measured, Report]> {
  const measuredService = serviceOf(name);
  const ownWorkerd = measuredService === service ? serviceWorkerd : floorWorkerd;
  const workerd = measuredService === null ? bareWorkerd : ownWorkerd;
  const engine = measuredService === null ? [] : [measuredService.engine.pid];
  const before = { worker: cpuMs(workerd), engine: cpuMs(engine) };
  const url = measuredService?.url ?? bare.url;
  const report = await send({ url, shots: list, width: WIDTH, keepBodies: name === "rsvp" });
  await waitUntilIdle([...workerd, ...engine]);
  const calls = report.latencies.length;
  const measured = {
    perSecond: (calls / report.ms) * 1_000,
    workerMs: (cpuMs(workerd) - before.worker) / calls,
    engineMs: (cpuMs(engine) - before.engine) / calls,
  };
  return [measured, report];
}

/** Measures like `measure`, and counts the rows that the requests leave. */
async function measureRows(name: Name, list: Shot[]): Promise<[Measured, Report]> {
  const counted = serviceOf(name);
  const before = counted === null ? {} : await countRows(counted);
  const found = await measure(name, list);
  if (counted !== null) left[name] = rowsLeft(before, await countRows(counted), list.length);
  return found;
}

/** Prints the rows that a request leaves. @returns whether one of the floor leaves the same */
function printRows(name: (typeof COMPARED)[number]): boolean {
  const { title, floor: floorName } = ROUTES[name];
  const ofService = left[name] ?? {};
  const different = differences(ofService, left[floorName ?? name] ?? {});
  const rows = Object.entries(ofService).map(([kind, count]) => `${kind} ${count.toFixed(2)}`);
  console.log(`${title} leaves ${rows.join(", ")}; the floor ${different.length === 0 ? "the same" : "DOES NOT"}`);
  for (const difference of different) console.log(`  ${difference}`);
  return different.length === 0 && rows.length > 0;
}

/** Requests at the fixed rate. @returns the 99th percentile in milliseconds */
async function steady(shots: Shot[]): Promise<{ p99: number; report: Report }> {
  const report = await send({ url: service.url, shots, width: WIDTH, perSecond: STEADY_PER_SECOND, keepBodies: true });
  await waitUntilIdle([...serviceWorkerd, service.engine.pid]);
  return { p99: quantile(report.latencies, 0.99), report };
}

/** @throws Error when a response was not a success, because the figures would be meaningless */
async function send(job: Job): Promise<Report> {
  const report = await client.run(job);
  const refused = Object.keys(report.statuses).filter((status) => !status.startsWith("2"));
  if (refused.length > 0) throw new Error(`${job.shots[0]?.path} responded with ${JSON.stringify(report.statuses)}`);
  return report;
}

/** Prints a route's figures. @returns whether it meets its targets */
function printRoute(name: Name, series: Record<Name, Measured[]>, p99: number | undefined): boolean {
  const {
    title,
    baseline,
    floor: floorName,
    groupedFloor,
    ratio: least = 0,
    floorRatio: leastOfFloor = 0,
    cpuReads: most,
  } = ROUTES[name];
  const rate = median(series[name].map(({ perSecond }) => perSecond));
  const ratiosTo = (other: Name): number[] =>
    series[name].map(({ perSecond }, round) => perSecond / (series[other][round]?.perSecond ?? 0));
  const ratio = median(ratiosTo(baseline));
  const floorRatios = floorName === undefined ? [] : ratiosTo(floorName);
  const worker = median(series[name].map(({ workerMs }) => workerMs));
  const engine = median(series[name].map(({ engineMs }) => engineMs));
  const cpuOf = ({ workerMs, engineMs }: Measured): number => workerMs + engineMs;
  const reads = median(series[name].map((round, index) => cpuOf(round) / (series.read[index]?.workerMs ?? 0)));
  const isCheap = most === undefined || reads <= most;
  const met = ratio >= least && isCheap && (floorName === undefined || median(floorRatios) >= leastOfFloor);
  const aim = (value: number): string => (value === 0 ? "" : `, aim ${value}`);
  const [low, middle, high] = quartiles(floorRatios);
  const cpuOfFloor = median(
    series[name].map((round, index) => cpuOf(round) / cpuOf(series[floorName ?? name][index] ?? round)),
  );
  const ofFloor = floorName === undefined ? "" : `, of the floor ${middle} (${low} to ${high}${aim(leastOfFloor)})`;
  const [lowGrouped, middleGrouped, highGrouped] = quartiles(groupedFloor === undefined ? [] : ratiosTo(groupedFloor));
  const ofGrouped =
    groupedFloor === undefined ? "" : `, of the grouped floor ${middleGrouped} (${lowGrouped} to ${highGrouped})`;
  const [lowest, , highest] = quartiles(ratiosTo(baseline));
  // Printed without a target: on a slow machine the rate is close to its capacity, and latency depends on the machine.
  const wait = p99 === undefined ? "" : `, p99 ${p99.toFixed(0)} ms at ${STEADY_PER_SECOND}/s`;
  console.log(
    `${title.padEnd(20)} ${rate.toFixed(0).padStart(5)}/s, of bare I/O ${ratio.toFixed(2)} (${lowest} to ${highest}${aim(least)})${ofFloor}${ofGrouped}, CPU ${(worker + engine).toFixed(2)} ms (${reads.toFixed(1)} bare reads${floorName === undefined ? "" : `, ${cpuOfFloor.toFixed(2)} of the floor's`}): workerd ${worker.toFixed(2)}, engine ${engine.toFixed(2)}${wait}${met ? "" : ": missed"}`,
  );
  return met;
}

function quartiles(numbers: readonly number[]): string[] {
  return [0.25, 0.5, 0.75].map((share) => quantile(numbers, share).toFixed(2));
}
