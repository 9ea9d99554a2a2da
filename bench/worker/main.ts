/**
 * What the guests' and the door's routes cost, as ratios to a bare Hono Worker that does one D1 read (or one read and
 * one write) on the same workerd, in turns within one run. Exits with 1 when a target is missed.
 *
 *     node bench/worker/main.ts [--rounds 11] [--width 16]
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startService } from "../../testkit/running-service.ts";
import { startBare } from "./bare.ts";
import { weighBundle } from "./bundle.ts";
import { inviteGuests } from "./guest-list.ts";
import { type Job, median, quantile, type Report, type Shot, startClient } from "./load.ts";
import { cpuMs, settled, workerdPids } from "./processes.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "11" }, width: { type: "string", default: "16" } },
});
const ROUNDS = Number(values.rounds);
/** Connections of the closed loop. */
const WIDTH = Number(values.width);

type Name = "read" | "access" | "readWrite" | "rsvp" | "checkIn";

interface Route {
  title: string;
  /** What it is compared with. */
  ground: Name;
  /** Requests of one round: about a second, so that what it is compared with ran on the machine at the same pace. */
  count: number;
  /** The least share of the ground's throughput. */
  ratio: number;
  /** The most processor time, in bare reads of the same rounds: machines differ, and one machine from hour to hour. */
  cpuReads?: number;
}

/** 4 ms where a bare read takes 0.737 ms: so long it takes on two quiet cores. */
const CPU_READS = 5.4;

const ROUTES: Record<Name, Route> = {
  read: { title: "bare read", ground: "read", count: 1_000, ratio: 1 },
  access: { title: "GET /access", ground: "read", count: 250, ratio: 0.25, cpuReads: CPU_READS },
  readWrite: { title: "bare read + write", ground: "readWrite", count: 800, ratio: 1 },
  rsvp: { title: "POST /rsvp", ground: "readWrite", count: 200, ratio: 0.25 },
  checkIn: { title: "check-in", ground: "readWrite", count: 200, ratio: 0.5 },
};
/** Compilers have seen all of the code by then. */
const WARM_UP = 1_000;
/** The fixed rate at which waiting is measured, and for how many requests. */
const STEADY_PER_SECOND = 100;
const STEADY_REQUESTS = 1_000;

interface Measured {
  perSecond: number;
  /** Processor time of a request in milliseconds, with everything that it set off, until all of it was done. */
  workerMs: number;
  engineMs: number;
}

// A disk's own moments would hit whichever is measured just then; storage of both is in memory where there is such.
if (existsSync("/dev/shm")) process.env.TMPDIR = "/dev/shm";
const folder = await mkdtemp(join(tmpdir(), "usher-bench-"));
const service = await startService();
const serviceWorkerd = workerdPids();
const bare = await startBare(folder);
const bareWorkerd = workerdPids().filter((pid) => !serviceWorkerd.includes(pid));
const client = startClient();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  client.stop();
  await Promise.all([service.stop(), bare.stop(), rm(folder, { recursive: true, force: true })]);
}

async function run(): Promise<boolean> {
  const shots = await makeShots();
  for (const name of ["read", "readWrite", "access", "rsvp"] as const) await measure(name, shots[name](WARM_UP));
  const series: Record<Name, Measured[]> = { read: [], access: [], readWrite: [], rsvp: [], checkIn: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const name of ["read", "access", "readWrite", "rsvp"] as const) {
      const [measured, report] = await measure(name, shots[name](ROUTES[name].count));
      series[name].push(measured);
      if (name === "rsvp") series.checkIn.push((await measure("checkIn", report.bodies.map(shots.checkIn)))[0]);
    }
  }
  const p99s: Partial<Record<Name, number>> = { access: (await steady(shots.access(STEADY_REQUESTS))).p99 };
  const answers = await steady(shots.rsvp(STEADY_REQUESTS));
  p99s.rsvp = answers.p99;
  p99s.checkIn = (await steady(answers.report.bodies.map(shots.checkIn))).p99;
  const met = (Object.keys(ROUTES) as Name[]).map((name) => judge(name, series, p99s[name]));
  const { gzippedKib, startMs } = await weighBundle(folder);
  console.log(`bundle ${gzippedKib.toFixed(0)} KiB minified and gzipped, starts in ${startMs.toFixed(0)} ms`);
  return met.every(Boolean);
}

/** Requests of each kind, each guest in turn: one event's guests open their links, another's answer and check in. */
async function makeShots() {
  const visitors = await inviteGuests(service, false);
  const responders = await inviteGuests(service, false);
  let [items, visits, answers] = [0, 0, 0];
  const many = (count: number, next: () => Shot): Shot[] => Array.from({ length: count }, next);
  const json = { "content-type": "application/json" };
  const text = JSON.stringify({ text: "one read and one write" });
  return {
    read: (count: number) => many(count, () => ({ method: "GET", path: bare.itemPath(items++), headers: {} })),
    readWrite: (count: number) =>
      many(count, () => ({ method: "POST", path: `${bare.itemPath(items++)}/notes`, headers: json, body: text })),
    access: (count: number) => many(count, () => visitors.open(visits++)),
    rsvp: (count: number) => many(count, () => responders.answer(answers++)),
    checkIn: (answer: string) => responders.checkIn(answer),
  };
}

async function measure(name: Name, list: Shot[]): Promise<[Measured, Report]> {
  const isBare = name === "read" || name === "readWrite";
  const workerd = isBare ? bareWorkerd : serviceWorkerd;
  const engine = [service.engine.pid];
  const before = { worker: cpuMs(workerd), engine: cpuMs(engine) };
  const url = isBare ? bare.url : service.url;
  const report = await send({ url, shots: list, width: WIDTH, keepBodies: name === "rsvp" });
  await settled([...workerd, ...engine]);
  const calls = report.latencies.length;
  const measured = {
    perSecond: (calls / report.ms) * 1_000,
    workerMs: (cpuMs(workerd) - before.worker) / calls,
    engineMs: isBare ? 0 : (cpuMs(engine) - before.engine) / calls,
  };
  return [measured, report];
}

/** Requests at the fixed rate. @returns the 99th percentile in milliseconds */
async function steady(shots: Shot[]): Promise<{ p99: number; report: Report }> {
  const report = await send({ url: service.url, shots, width: WIDTH, perSecond: STEADY_PER_SECOND, keepBodies: true });
  await settled([...serviceWorkerd, service.engine.pid]);
  return { p99: quantile(report.latencies, 0.99), report };
}

/** @throws Error when an answer was not a success: the figures would say nothing */
async function send(job: Job): Promise<Report> {
  const report = await client.run(job);
  const refused = Object.keys(report.statuses).filter((status) => !status.startsWith("2"));
  if (refused.length > 0) throw new Error(`${job.shots[0]?.path} was answered ${JSON.stringify(report.statuses)}`);
  return report;
}

/** Prints a route's figures. @returns whether it meets its targets */
function judge(name: Name, series: Record<Name, Measured[]>, p99: number | undefined): boolean {
  const { title, ground, ratio: least, cpuReads: mostReads } = ROUTES[name];
  const rate = median(series[name].map(({ perSecond }) => perSecond));
  const ratio = median(series[name].map(({ perSecond }, round) => perSecond / (series[ground][round]?.perSecond ?? 0)));
  const worker = median(series[name].map(({ workerMs }) => workerMs));
  const engine = median(series[name].map(({ engineMs }) => engineMs));
  const cpuOf = ({ workerMs, engineMs }: Measured): number => workerMs + engineMs;
  const reads = median(series[name].map((round, index) => cpuOf(round) / (series.read[index]?.workerMs ?? 0)));
  const met = ratio >= least && (mostReads === undefined || reads <= mostReads);
  // Told and not judged: at its slowest the machine hardly carries the rate, and then the wait is the machine's.
  const wait = p99 === undefined ? "" : `, p99 ${p99.toFixed(0)} ms at ${STEADY_PER_SECOND}/s`;
  console.log(
    `${title.padEnd(18)} ${rate.toFixed(0).padStart(5)}/s, ratio ${ratio.toFixed(2)} (aim ${least}), CPU ${(worker + engine).toFixed(2)} ms (${reads.toFixed(1)} bare reads): workerd ${worker.toFixed(2)}, engine ${engine.toFixed(2)}${wait}${met ? "" : ": missed"}`,
  );
  return met;
}
