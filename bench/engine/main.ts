import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import packageJson from "../../package.json" with { type: "json" };
import { closedLoop, type Load, openClient, openLoop, requestOf } from "./load.ts";
import { memoryBenchmark } from "./memory.ts";

/**
 * Throughput of the engine relative to a stub (`stub-server.ts`) that decodes and stores each access and returns a fixed score,
 * and relative to a bare @grpc/grpc-js echo of the same messages; and the engine's latency at half of its throughput.
 *   npm run bench -- engine [--calls 10000] [--rounds 8] [--guests 5000] [--memory 1000000] [--opponent DIR]
 * Rounds are short and alternate, so that other load on the machine affects all programs; each round has its own ratio. All
 * engines get the same calls. `--opponent`, which may be repeated, is another checkout of Usher whose engine takes part. `--memory n` scores n distinct guests instead and prints
 * the engine's memory every 100,000.
 */
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "10000" },
    rounds: { type: "string", default: "8" },
    guests: { type: "string", default: "5000" },
    memory: { type: "string", default: "0" },
    opponent: { type: "string", multiple: true, default: [] },
  },
});
/** Target: share of the stub's throughput. */
const TARGET_RATIO = 0.9;
/** Concurrent calls, enough to keep one server process busy. */
const WIDTH = 32;
/** Until the code is compiled and every guest has a document. */
const WARM_UP_CALLS = 30_000;
/** Length of the run at half load. Milliseconds. */
const HALF_LOAD_MS = 4_000;
/** Target: largest variation of memory from 300,000 guests on, as a share. */
const MAX_SPREAD = 0.05;
const SECRET = "bench-secret-of-at-least-thirty-two-bytes";

interface Program {
  readonly pid: number;
  readonly address: string;
  readonly metricsUrl: string;
  stop(): void;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The command that deployments start the engine with, without `node`. */
const ENGINE_ARGS = packageJson.scripts.engine.split(" ").slice(1);

/** @param args options of Node and the script, relative to the folder `cwd` */
function start(args: readonly string[], env: Record<string, string>, cwd = ROOT): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
    child.stdout.once("data", (line: Buffer) => {
      const ready = JSON.parse(String(line));
      resolve({
        pid: child.pid ?? 0,
        address: `127.0.0.1:${ready.grpc_port}`,
        metricsUrl: `http://127.0.0.1:${ready.metrics_port}/metrics`,
        stop: () => child.kill("SIGTERM"),
      });
    });
  });
}

/** CPU time of a process, all threads, in microseconds (Linux counts hundredths of a second). */
function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** The lower median. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0;
const quotients = (over: readonly number[], under: readonly number[]): number[] =>
  over.map((number, index) => number / (under[index] ?? Number.NaN));
const show = (name: string, load: Load): void => {
  const { perSecond, p50, p99, failed } = load;
  console.log(
    `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  failed ${failed}`,
  );
};

/** Upper bound of the histogram bucket of a quantile between two scrapes. Milliseconds. */
function engineQuantile(before: string, after: string, share: number): string {
  const buckets = (text: string): Map<string, number> =>
    new Map(
      [...text.matchAll(/engine_call_seconds_bucket\{le="([^"]+)",verb="score"\} (\d+)/g)].map((m) => [
        m[1] ?? "",
        Number(m[2]),
      ]),
    );
  const old = buckets(before);
  const counts = [...buckets(after)].map(([le, count]) => [le, count - (old.get(le) ?? 0)] as const);
  const total = counts.at(-1)?.[1] ?? 0;
  const bucket = counts.find(([, count]) => count >= total * share);
  return bucket === undefined ? "?" : `${Number(bucket[0]) * 1_000}`;
}

const folder = mkdtempSync(join(tmpdir(), "bench-engine-"));
/**
 * @param cwd the checkout whose engine is started
 * @param script started in place of the engine, with its options
 */
const startEngine = (name: string, cwd: string, script?: string): Promise<Program> =>
  start(
    script === undefined ? ENGINE_ARGS : [...ENGINE_ARGS.slice(0, -1), script],
    {
      SCORING_ENGINE_SECRET: SECRET,
      GRPC_PORT: "0",
      GRPC_WEB_PORT: "0",
      METRICS_PORT: "0",
      STORE_PATH: storePath(name),
    },
    cwd,
  );
const storePath = (name: string): string => join(folder, `${name}.sqlite`);

/** Documents of guests in a store: their number, and mean characters. */
function guestDocuments(name: string): string {
  const database = new DatabaseSync(storePath(name), { readOnly: true });
  const row = database.prepare(
    "SELECT count(*) AS n, avg(length(value)) AS mean FROM document WHERE key LIKE '%guest%'",
  );
  const { n, mean } = row.get() as { n: number; mean: number };
  database.close();
  return `${n} guests with ${mean.toFixed(0)} characters each`;
}

/** @returns whether the target was met */
async function throughput(engine: Program, calls: number, rounds: number, guests: number): Promise<boolean> {
  const echo = await start(["bench/engine/echo-server.ts"], {});
  const stub = await startEngine("stub", ROOT, "bench/engine/stub-server.ts");
  const programs: Record<string, Program> = { echo, stub, engine };
  for (const checkout of values.opponent)
    programs[basename(checkout)] = await startEngine(basename(checkout), checkout);
  const contestants = Object.entries(programs).map(([name, program]) => ({
    name,
    program,
    client: openClient(program.address, SECRET),
    // Each has its own counter, so that all engines get the same requests.
    sent: 0,
    rates: [] as number[],
    costs: [] as number[],
  }));
  type Contestant = (typeof contestants)[number];
  const next = (contestant: Contestant) => (): Buffer => {
    contestant.sent += 1;
    return requestOf(contestant.sent, guests);
  };
  for (const contestant of contestants) {
    await closedLoop(contestant.client, next(contestant), WIDTH, WARM_UP_CALLS);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const contestant of contestants) {
      const { name, program, client, rates, costs } = contestant;
      const cpuBefore = cpuMicros(program.pid);
      const load = await closedLoop(client, next(contestant), WIDTH, calls);
      rates.push(load.perSecond);
      costs.push((cpuMicros(program.pid) - cpuBefore) / load.calls);
      show(`${name}, round ${round}`, load);
    }
  }
  const [, , own] = contestants as [Contestant, Contestant, Contestant];
  const compare = (one: Contestant, other: Contestant): number => {
    const ratios = quotients(one.rates, other.rates);
    const ratio = median(ratios);
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((value) => value.toFixed(2));
    const cpu = median(quotients(one.costs, other.costs));
    console.log(
      `${one.name} to ${other.name}: throughput ${ratio.toFixed(3)}, median of ${ratios.length} rounds, ${least} to ${most}; CPU ${cpu.toFixed(2)}`,
    );
    return ratio;
  };
  for (const { name, costs } of contestants) {
    const stored = name === "echo" ? "" : `; stored: ${guestDocuments(name)}`;
    console.log(`${name}: ${median(costs).toFixed(0)} µs of CPU time per call${stored}`);
  }
  const [echoed, stubbed] = contestants as [Contestant, Contestant];
  compare(stubbed, echoed);
  compare(own, echoed);
  const ratio = compare(own, stubbed);
  for (const opponent of contestants.slice(3)) compare(own, opponent);
  console.log(`target: ${TARGET_RATIO} of the stub's throughput, ${ratio >= TARGET_RATIO ? "reached" : "missed"}`);
  const before = await (await fetch(engine.metricsUrl)).text();
  const half = Math.round(median(own.rates) / 2);
  show(`engine at ${half}/s`, await openLoop(own.client, next(own), half, HALF_LOAD_MS));
  const after = await (await fetch(engine.metricsUrl)).text();
  console.log(
    `in the engine: p50 ≤ ${engineQuantile(before, after, 0.5)} ms, p99 ≤ ${engineQuantile(before, after, 0.99)} ms`,
  );
  for (const { client } of contestants) client.close();
  for (const name of Object.keys(programs)) if (name !== "engine") programs[name]?.stop();
  return ratio >= TARGET_RATIO;
}

/** @returns whether the target was met */
async function memory(engine: Program, guests: number): Promise<boolean> {
  const client = openClient(engine.address, SECRET);
  const spread = await memoryBenchmark(guests, client, engine, WIDTH);
  client.close();
  return !(spread > MAX_SPREAD);
}

const engine = await startEngine("engine", ROOT);
try {
  const guests = Number(values.memory);
  const isReached =
    guests > 0
      ? await memory(engine, guests)
      : await throughput(engine, Number(values.calls), Number(values.rounds), Number(values.guests));
  process.exitCode = isReached ? 0 : 1;
} finally {
  engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
